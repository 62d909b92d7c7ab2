#include <array>

#include "base/strings.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {

#define QUESTION(Name, name, by_default, help) \
  Status Ask##Name(const Inquiry& inquiry, nlohmann::json& location);
#include "triage/locate/questions.def"
#undef QUESTION

std::span<const Question> AllQuestions() {
  static constexpr std::array kQuestions = {
#define QUESTION(Name, name, by_default, help) Question{name, help, by_default, Ask##Name},
#include "triage/locate/questions.def"
#undef QUESTION
  };
  return kQuestions;
}

std::string Summary(const nlohmann::json& location) {
  std::vector<std::string> parts;
  if (location.contains("mode_summary")) parts.push_back(location["mode_summary"]);
  const nlohmann::json optimisers = location.value("optimisers", nlohmann::json::array());
  if (!optimisers.empty()) parts.push_back(location.value("optimiser_how", ""));
  const nlohmann::json first = location.value("first_wrong", nlohmann::json::object());
  if (!first.value("tensor", "").empty())
    parts.push_back(StrCat("first seen in '", first.value("tensor", ""), "' of ",
                           first.value("op", ""), " (node ", first.value("node", 0), ")"));
  if (location.contains("versions")) parts.push_back(location["versions"].value("summary", ""));
  return Join(parts, "; ");
}

}  // namespace assay::triage::locate
