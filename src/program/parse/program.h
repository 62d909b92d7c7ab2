// What a Python program says: its imports, its calls with the full names of the APIs behind them,
// its definitions.
//
// Names are resolved through imports (import torch.nn.functional as F), plain reassignments (F =
// torch.nn.functional) and a simple guess of types (x = torch.ones(2); x.relu() is
// torch.Tensor.relu). The guess follows the text from top to bottom and knows nothing of branches;
// where it knows nothing, the full name is "". Names that only a star import can explain (from
// torch import *) are taken to come from it when it is the only one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/parse/syntax.h"

namespace assay::program {

struct Import {
  std::string full;   // torch.nn.functional; of a star import the module
  std::string local;  // F; of a star import "*"
  int line = 0;
  bool guarded = false;  // inside a try statement: its absence is expected
};

struct Argument {
  std::string keyword;  // "" for positional ones; "*" and "**" for those that are spread
  std::string text;
  Span span;
};

struct Call {
  std::string api;      // full name, or "" when it is not known
  std::string written;  // the callee as it stands: F.relu; only the start of a very long one
  std::vector<Argument> arguments;
  Span span, callee;
  int line = 0, column = 0;
  std::string inside;      // the definition it stands in: Net.forward; "" at the top
  std::string assigned;    // the variable that gets the result, when it is a plain one
  bool decorator = false;  // @api without parentheses
  std::string decorates;   // the definition below, of both @api and @api(...)

  const Argument* Find(std::string_view keyword) const;
};

struct Definition {
  enum class Kind { kClass, kFunction };
  Kind kind = Kind::kFunction;
  std::string name;                     // Net, Net.forward
  std::vector<std::string> bases;       // full names, or as written where they are not known
  std::vector<std::string> parameters;  // of functions
  Span span, body;
  int line = 0;
};

// A variable of the whole program, as far as its type could be guessed.
struct Variable {
  std::string name, inside;
  std::string type;  // torch.Tensor, torch.nn.Linear, a class of the program
  Span span;         // of the assignment
  int line = 0;
};

struct Program {
  SyntaxTree tree;
  std::vector<Import> imports;
  std::vector<Call> calls;  // in the order of their ends: inner ones first
  std::vector<Definition> definitions;
  std::vector<Variable> variables;  // in the order of assignment
  bool star_import = false;
  std::map<std::string, size_t, std::less<>> definition_places;  // of the first of each name

  const std::vector<SyntaxError>& errors() const { return tree.errors(); }
  const Definition* FindDefinition(std::string_view name) const;
};

// Never fails: a broken text gives what could be read, and errors().
Program ReadProgram(std::string text);

// "torch" of "torch.nn.Linear"; aliases that everybody uses for the whole package count as the
// package (keras.layers.Dense stays as it is).
std::string RootOf(std::string_view api);

// Whether Python has a builtin of that name.
bool IsBuiltin(std::string_view name);

}  // namespace assay::program
