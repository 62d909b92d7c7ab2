#include <array>

#include "report/gate/check.h"

namespace assay::report::gate {

#define CHECK(Function, name, meaning) \
  Outcome Check##Function(const Dossier& dossier, const Rule& rule, const Project& project);
#include "report/gate/checks.def"
#undef CHECK

std::span<const CheckDef> AllChecks() {
  static constexpr std::array kChecks = {
#define CHECK(Function, name, meaning) CheckDef{name, meaning, Check##Function},
#include "report/gate/checks.def"
#undef CHECK
  };
  return kChecks;
}

const CheckDef* FindCheck(std::string_view name) {
  for (const CheckDef& check : AllChecks())
    if (check.name == name) return &check;
  return nullptr;
}

std::string_view AnswerName(Answer answer) {
  switch (answer) {
    case Answer::kPass:
      return "pass";
    case Answer::kFail:
      return "fail";
    case Answer::kUnknown:
      return "not known yet";
    case Answer::kNotAsked:
      break;
  }
  return "does not apply";
}

Outcome Pass(std::string text) { return {Answer::kPass, std::move(text), ""}; }
Outcome FailWith(std::string text, std::string cure) {
  return {Answer::kFail, std::move(text), std::move(cure)};
}
Outcome Unknown(std::string text, std::string cure) {
  return {Answer::kUnknown, std::move(text), std::move(cure)};
}
Outcome NotAsked(std::string text) { return {Answer::kNotAsked, std::move(text), ""}; }

}  // namespace assay::report::gate
