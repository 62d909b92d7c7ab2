// Changing a program's text, and telling whether two texts are the same program.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/parse/syntax.h"

namespace assay::program {

struct Edit {
  Span span;
  std::string text;
};

// The text with all edits made. They must not overlap; two insertions at one place keep their
// order.
Result<std::string> ApplyEdits(const std::string& text, std::vector<Edit> edits);

struct Literal {
  enum class Kind { kString, kInteger, kFloat, kTrue, kFalse, kNone };
  Kind kind = Kind::kInteger;
  std::string text;
  Span span;
  int line = 0;
};
// In the order of the text; documentation strings are none.
std::vector<Literal> Literals(const SyntaxTree& tree);

// Names that the program itself gives: assigned, defined or taken as parameters. Attributes and
// keyword arguments belong to others.
std::set<std::string> OwnNames(const SyntaxTree& tree);

// Equal for programs that differ only in comments, layout and the names of their own variables,
// functions and classes.
std::string DedupKey(const SyntaxTree& tree);

}  // namespace assay::program
