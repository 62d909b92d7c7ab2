// Mistakes that can be seen without running a program, by pylint's error classes: what papers 001
// and 003 call invalid code.
//
//   E0001 syntax-error     E0602 undefined-variable
//   E0401 import-error     E0611 no-name-in-module     E1101 no-member
//
// Only what is certain: a star import, exec or globals() silences what they could explain, what
// stands inside `try` is allowed to fail, and members are checked only where somebody who knows the
// package answers, and the program neither sets nor asks for (hasattr) a member of that name.
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

// A member that a module does not have.
struct NoMember {
  std::string owner, name;
  std::string nearest;  // what it has instead; "" for nothing similar
};

struct LintOptions {
  // Folder of the Python environment that the program is for; "": modules are not looked for.
  std::string environment;
  // What is missing of a full name (torch.nn.functional.relux), if that is certain. Empty: members
  // are not checked.
  std::function<std::optional<NoMember>(const std::string&)> missing_member;
};

// In the order of the text.
std::vector<LintMessage> Lint(const Program& program, const LintOptions& options);

// Whether a module can be imported by the environment's Python, as far as files tell; only its
// first part is looked for.
bool ModuleExists(const std::string& environment, const std::string& module);

}  // namespace assay::program
