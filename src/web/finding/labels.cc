// What reviewers may say of it, and what one has said.
#include "casebook/labels.h"

#include "web/finding/parts.h"

namespace assay::web::finding {

using nlohmann::json;

json LabelsJson(const Parts& parts) {
  json choices = json::array();
  for (const casebook::Label& label : casebook::AllLabels())
    choices.push_back({{"name", label.label},
                       {"title", label.name},
                       {"group", label.group},
                       {"help", label.meaning}});
  const json& current = parts.material.fact("label");
  return {{"current", TextAt(current, "label")},
          {"note", TextAt(current, "note")},
          {"bug_type", TextAt(current, "bug_type")},
          {"choices", std::move(choices)}};
}

}  // namespace assay::web::finding
