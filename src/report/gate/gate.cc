#include "report/gate/gate.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/strings.h"

namespace assay::report::gate {
namespace {

// Facts are JSON that other parts wrote: one of the wrong type is a fact that is not known.
Outcome Ask(const CheckDef& check, const Dossier& dossier, const Rule& rule,
            const Project& project) {
  try {
    return check.run(dossier, rule, project);
  } catch (const nlohmann::json::exception& error) {
    return Unknown(StrCat("a stored fact cannot be read: ", error.what()),
                   StrCat("assay findings show ", dossier.row.id, " --json"));
  }
}

}  // namespace

std::vector<Decision> RunGate(const Project& project, const Dossier& dossier) {
  std::vector<Decision> out;
  for (const Rule& rule : project.rules) {
    const CheckDef* check = FindCheck(rule.check);
    ASSAY_CHECK(check != nullptr) << rule.check;  // ParseProject has seen to it
    out.push_back({&rule, Ask(*check, dossier, rule, project)});
  }
  return out;
}

bool Ready(const std::vector<Decision>& decisions) {
  return std::ranges::none_of(decisions, [](const Decision& one) { return one.blocks(); });
}

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
  constexpr std::string_view kNames[] = {"pass", "fail", "not known yet", "does not apply"};
  return kNames[static_cast<size_t>(answer)];
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
