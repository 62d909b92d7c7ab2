#include "study/issues/fields.h"

#include <algorithm>
#include <cctype>

#include "triage/classify/classify.h"

namespace assay::study {

std::string TextOf(const nlohmann::json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool IsStudyType(const std::string& type) {
  const auto& all = triage::AllStudyClasses();
  return std::any_of(all.begin(), all.end(),
                     [&](const triage::StudyClass& known) { return known.id == type; });
}

}  // namespace assay::study
