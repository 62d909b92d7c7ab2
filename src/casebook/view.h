// View: a program as the reducer's passes see it: its tree, and what must stay.
//
// A program without a claim (a crash, an exception) may be cut anywhere: the failure is locked. One
// with a claim proves something only while it says the same on both sides: the call that must work
// and the call that the claim is about. There every call of the API under test, every check and
// every seed stays as it is, no function is touched, and what is changed is changed in all equal
// statements at once. Where two results are compared not even that: results of different inputs
// differ for no reason.
#pragma once

#include <string>
#include <vector>

#include "program/parse/edit.h"
#include "program/parse/program.h"

namespace assay::casebook {

// Cut: a program on its way to a smaller one, with the line that its claim begins in.
struct Cut {
  std::string text;
  int claim_line = 0;  // 0: there is no claim
};

// The text with all edits made; the claim's line moves along. An error: edits overlap.
Result<Cut> Apply(const Cut& cut, const std::vector<program::Edit>& edits);

// Statements, without comments: what a reader has to understand. Without `definitions` functions
// and classes of the whole program do not count: they are our helpers.
size_t CountStatements(const program::SyntaxTree& tree, bool definitions);

// What of a finding decides where it may be cut.
struct CutRules {
  bool claim = false;
  bool compares = false;  // the failure is that two results differ, not an error
  std::string target_api;
  std::string helpers;
  // The first statement that begins with this stays, and all behind it; "": none. What comes before
  // may be cut anywhere, but for seeds.
  std::string locked_from = {};
};

class View {
 public:
  View(const Cut& cut, const CutRules& rules);

  const program::Program& program() const { return program_; }
  const std::string& text() const { return program_.tree.text(); }
  bool claim() const { return rules_.claim; }
  bool compares() const { return rules_.compares; }
  // Models that return nothing would be held against each other in vain: what is returned stays.
  bool returns_stay() const { return !rules_.locked_from.empty(); }
  // Statements of the whole program, in the order of the text, comments left out.
  const std::vector<program::Node>& top() const { return top_; }
  // Whether any of it must stay as it is.
  bool Stays(const program::Span& span) const;
  // All nodes of a type that may be changed, outer ones first.
  std::vector<program::Node> Nodes(const std::vector<std::string_view>& types) const;
  // The edit, and the same one in every other top statement with the same text.
  std::vector<program::Edit> Everywhere(const program::Edit& edit) const;
  // The whole lines of a statement, with the end of the last one.
  program::Span Lines(const program::Node& statement) const;

 private:
  bool Speaks(const program::Node& statement) const;

  CutRules rules_;
  program::Program program_;
  std::vector<program::Node> top_;
  std::vector<program::Span> stays_;
};

}  // namespace assay::casebook
