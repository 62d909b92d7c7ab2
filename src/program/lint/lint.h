// Mistakes that can be seen without running a program, by pylint's error classes: what papers 001
// and 003 call invalid code.
//
//   E0001 syntax-error        E0602 undefined-variable        E0401 import-error        E1101
//   no-member
//
// Only what is certain: a star import, exec or globals() silences what they could explain, an
// import inside `try` is allowed to fail, and members are checked only where somebody who knows the
// package answers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/parse/program.h"

namespace assay::program {

struct LintMessage {
  std::string code;    // E0602
  std::string symbol;  // undefined-variable
  std::string message;
  int line = 0, column = 0;
};

struct LintOptions {
  // Folder of the Python environment that the program is for; "": modules are not looked for.
  std::string environment;
  // Whether the full name (torch.nn.functional.relux) exists; nullopt: not known. Empty: members
  // are not checked.
  std::function<std::optional<bool>(const std::string&)> has_member;
};

// In the order of the text.
std::vector<LintMessage> Lint(const Program& program, const LintOptions& options);

// Whether a module can be imported by the environment's Python, as far as files tell; only its
// first part is looked for.
bool ModuleExists(const std::string& environment, const std::string& module);

}  // namespace assay::program
