// A stand-alone reproduction: one Python file that a maintainer runs without this project.
//
// The text is written by the scripts in repro/ (docs/guide/from-finding-to-report.md): for
// frameworks that read ONNX it builds the model, for the others it calls their own interface. It
// counts as a reproduction only after it was run in a clean process of the target's environment and
// showed the failure. Where it does not show it at first, a second text sets what workers set (one
// thread, compiler flags) as well.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "graph/model_case.h"
#include "lab/lab.h"

namespace assay::report {

struct Repro {
  std::string text;      // "" when there is none
  std::string why_not;   // then: the reason; also when it ran and did not show it
  bool checked = false;  // it was run
  bool shows = false;    // and says that the bug is there
  int exit = 0;          // of that run; 128 and the signal's number when it was ended by one
  std::string output;    // the end of what that run printed
};

struct ReproSubject {
  const ModelCase* model_case = nullptr;
  lab::Target target;
  // The mode of the same framework that changes least (no optimisation, no compiler), when it is
  // another one: shown beside the failing one where it is right.
  std::optional<lab::Target> plain;
  std::string kind;  // of the finding: "wrong", "crash", …
};

// An error: the case is illegal or the reference has no answer. What cannot be said in a file is no
// error but `why_not`.
Result<Repro> Reproduce(const ReproSubject& subject, lab::Lab& lab);

// Runs a text that was kept, as Reproduce does.
Result<Repro> RunAgain(const std::string& text, const lab::Target& target);

// The name of the plain mode of a target; "" when it is the plain one itself or there is none.
std::string PlainModeOf(const lab::Target& target);

// The fact "repro": {"language", "lines", "text", "checked", "shows", "exit", "output", "why_not"}.
nlohmann::json ReproJson(const Repro& repro);

}  // namespace assay::report
