// Error against bound: the pictures that were kept when the finding was confirmed or reduced.
#include "base/strings.h"
#include "report/wording.h"
#include "triage/error_json.h"
#include "web/finding/parts.h"

namespace assay::web::finding {

using nlohmann::json;

json ErrorJson(const Parts& parts) {
  const report::Material& material = parts.material;
  const json& outputs = report::ArrayAt(material.fact(triage::kErrorsFact), "outputs");
  std::string note;
  if (outputs.empty()) {
    const bool values = material.smallest.has_value() && report::GaveResults(material.row.kind) &&
                        !report::IsMeasured(material.row.kind) && material.row.kind != "shape" &&
                        material.row.kind != "nondeterministic" && material.row.stage != "train";
    const bool first = material.fact("evidence").contains("layer") &&
                       !material.fact("evidence").contains("output");
    note = !values ? "It gave no results that could be held against a bound."
           : first ? "Every output is within its bound; one layer inside is not."
                   : StrCat("Not measured yet: `assay findings confirm ", material.row.id,
                            "` runs it again and keeps the picture.");
  }
  return {{"outputs", outputs}, {"note", note}};
}

}  // namespace assay::web::finding
