// CheckDef: one question that decides whether a report would be closed. One file each in checks/,
// one line each in checks.def; a project's rules name the checks that it cares for.
//
// A check reads the dossier only: it runs nothing and changes nothing. What is not known yet blocks
// a report as much as what is wrong, with the command that finds it out.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "report/gate/dossier.h"
#include "report/gate/project.h"

namespace assay::report::gate {

enum class Answer {
  kPass,
  kFail,     // would get the report closed
  kUnknown,  // not known yet
  kNotAsked  // the question does not arise for this finding
};
std::string_view AnswerName(Answer answer);

struct Outcome {
  Answer answer = Answer::kUnknown;
  std::string text;  // what was looked at, with its values
  std::string cure;  // the command or the deed that helps; "" when it passes
};
Outcome Pass(std::string text);
Outcome FailWith(std::string text, std::string cure);
Outcome Unknown(std::string text, std::string cure);
Outcome NotAsked(std::string text);

struct CheckDef {
  std::string_view name;     // as rules write it
  std::string_view meaning;  // one line for people
  Outcome (*run)(const Dossier& dossier, const Rule& rule, const Project& project);
};

std::span<const CheckDef> AllChecks();
const CheckDef* FindCheck(std::string_view name);

}  // namespace assay::report::gate
