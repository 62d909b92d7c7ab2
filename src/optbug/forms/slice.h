// The statements of a program that an expression needs, so that its model and its inputs can be
// taken apart and put together with those of another program.
//
// Only statements at the top count. What calls an optimiser, or uses what one gave, is never part
// of a slice; nor are assertions, what is printed and plain calls whose result nobody keeps. A
// statement that binds nothing (a seed, a change of a weight) comes along when it names something
// that is needed, or nothing of the program's own.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/parse/decompose.h"

namespace assay::optbug {

class Slicer {
 public:
  Slicer(const program::Program& program, const program::Decomposition& parts);

  // In the order of the program, imports included; nothing when an expression names what no
  // statement before the optimisation makes.
  std::optional<std::string> Slice(const std::vector<std::string>& expressions) const;

 private:
  struct Statement {
    std::string text;
    std::set<std::string> binds, uses;
    bool import = false;
    bool usable = true;
  };

  std::vector<Statement> statements_;
  std::set<std::string> own_, imported_;
};

// The names that a text uses: no attributes, no keywords of calls.
std::set<std::string> NamesIn(const std::string& text);

// The names that the statements of a text bind at the top, without imports.
std::set<std::string> BoundIn(const std::string& text);

// The text with other names for `names`: "x" becomes "x_2".
std::string Renamed(const std::string& text, const std::set<std::string>& names);

}  // namespace assay::optbug
