#include "trial/model/clean.h"

#include "program/parse/edit.h"
#include "program/parse/syntax.h"

namespace assay::trial {
namespace {

using program::Edit;
using program::Node;
using program::Span;
using program::SyntaxTree;

// The span with the white space before it, and with its whole line when nothing else stands there.
Span Around(const std::string& text, Span span) {
  while (span.begin > 0 && (text[span.begin - 1] == ' ' || text[span.begin - 1] == '\t'))
    --span.begin;
  const bool begins = span.begin == 0 || text[span.begin - 1] == '\n';
  if (begins && span.end < text.size() && text[span.end] == '\n') ++span.end;
  return span;
}

bool IsDocString(const Node& statement) {
  const auto children = statement.children();
  return statement.is("expression_statement") && children.size() == 1 && children[0].is("string");
}

// A body must not become empty.
bool StandsAlone(const Node& statement) {
  size_t others = 0;
  for (const Node& child : statement.parent().children())
    if (!child.is("comment") && !IsDocString(child)) ++others;
  return statement.parent().is("block") && others == 0;
}

}  // namespace

std::string CleanProgram(const std::string& text) {
  const SyntaxTree tree = SyntaxTree::Parse(text);
  // Of what is no Python only comments are sure.
  const bool broken = !tree.errors().empty();
  std::vector<Edit> edits;
  tree.Walk(
      [&](const Node& node) {
        if (node.is("comment")) edits.push_back({Around(text, node.span()), ""});
        if (broken) return true;
        if (IsDocString(node)) {
          if (StandsAlone(node))
            edits.push_back({node.span(), "pass"});
          else
            edits.push_back({Around(text, node.span()), ""});
          return false;
        }
        const auto parts = node.children();
        if (node.is("assert_statement") && parts.size() == 2 &&
            parts[1].text().find_first_of("'\"") != std::string_view::npos) {
          edits.push_back({{parts[0].span().end, parts[1].span().end}, ""});
          return false;
        }
        return true;
      },
      [](const Node&) {});
  const auto out = program::ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

}  // namespace assay::trial
