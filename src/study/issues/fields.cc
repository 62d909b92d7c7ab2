#include "study/issues/fields.h"

#include <algorithm>

#include "base/strings.h"
#include "triage/classify/classify.h"

namespace assay::study {

std::string TextOf(const nlohmann::json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

bool IsStudyType(const std::string& type) {
  const auto& all = triage::AllStudyClasses();
  return std::any_of(all.begin(), all.end(),
                     [&](const triage::StudyClass& known) { return known.id == type; });
}

}  // namespace assay::study
