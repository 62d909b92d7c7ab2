#include "program/parse/edit.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/hash.h"
#include "base/strings.h"

namespace assay::program {
namespace {

// A string that stands alone as a statement.
bool IsDocumentation(const Node& node) {
  return node.is("string") && node.parent().is("expression_statement");
}

bool IsAttributeName(const Node& node) {
  const Node parent = node.parent();
  if (parent.is("attribute")) return parent.field("attribute").id() == node.id();
  if (parent.is("keyword_argument")) return parent.field("name").id() == node.id();
  return parent.is("dotted_name");
}

}  // namespace

std::set<std::string> OwnNames(const SyntaxTree& tree) {
  std::set<std::string> own;
  const auto add_all = [&own](const Node& node) {
    if (node.is("identifier")) own.emplace(node.text());
    for (const Node& child : node.children())
      if (child.is("identifier")) own.emplace(child.text());
  };
  tree.Walk([&](const Node& node) {
    if (node.is("assignment") || node.is("augmented_assignment") || node.is("for_statement") ||
        node.is("for_in_clause"))
      add_all(node.field("left"));
    if (node.is("class_definition") || node.is("function_definition")) add_all(node.field("name"));
    if (node.is("parameters") || node.is("lambda_parameters")) add_all(node);
    if (node.is("default_parameter") || node.is("typed_default_parameter") ||
        node.is("named_expression"))
      add_all(node.field("name"));
    if (node.is("typed_parameter") || node.is("as_pattern_target")) add_all(node);
    return true;
  });
  return own;
}

Result<std::string> ApplyEdits(const std::string& text, std::vector<Edit> edits) {
  std::ranges::stable_sort(
      edits, [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  std::string out;
  uint32_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.span.begin > edit.span.end || edit.span.end > text.size())
      return Invalid(StrCat("an edit of bytes ", edit.span.begin, " to ", edit.span.end,
                            " of a text of ", text.size()));
    if (edit.span.begin < at) return Invalid(StrCat("two edits overlap at byte ", edit.span.begin));
    out += text.substr(at, edit.span.begin - at) + edit.text;
    at = edit.span.end;
  }
  return out + text.substr(at);
}

std::vector<Literal> Literals(const SyntaxTree& tree) {
  std::vector<Literal> out;
  const std::map<std::string_view, Literal::Kind> kinds = {
      {"string", Literal::Kind::kString}, {"integer", Literal::Kind::kInteger},
      {"float", Literal::Kind::kFloat},   {"true", Literal::Kind::kTrue},
      {"false", Literal::Kind::kFalse},   {"none", Literal::Kind::kNone}};
  tree.Walk([&](const Node& node) {
    const auto kind = kinds.find(node.type());
    if (kind == kinds.end()) return true;
    if (!IsDocumentation(node))
      out.push_back({kind->second, std::string(node.text()), node.span(), node.line()});
    return false;
  });
  return out;
}

std::string DedupKey(const SyntaxTree& tree) {
  const std::set<std::string> own = OwnNames(tree);
  std::map<std::string, size_t> numbers;
  uint64_t low = 1, high = 2;
  const auto add = [&](std::string_view part) {
    low = HashBytes(part, low);
    high = HashBytes(part, high);
  };
  TSTreeCursor cursor = ts_tree_cursor_new(tree.root().raw());
  bool more = true;
  // Unnamed tokens too: `a + b` and `a - b` differ by one only.
  while (more) {
    const Node node(ts_tree_cursor_current_node(&cursor), &tree.text());
    const bool skip =
        node.is("comment") || (node.is("expression_statement") && node.children().size() == 1 &&
                               IsDocumentation(node.children()[0]));
    const bool whole = node.is("string");
    if (!skip) add(node.type());
    if (whole) {
      add(node.text());
    } else if (!skip && ts_node_child_count(node.raw()) == 0) {
      const std::string text(node.text());
      const bool renamed = node.is("identifier") && own.contains(text) && !IsAttributeName(node);
      add(renamed ? StrCat("#", numbers.emplace(text, numbers.size()).first->second) : text);
    }
    more = !skip && !whole && ts_tree_cursor_goto_first_child(&cursor);
    while (!more) {
      more = ts_tree_cursor_goto_next_sibling(&cursor);
      if (more) break;
      if (!ts_tree_cursor_goto_parent(&cursor)) break;
      add(")");
    }
  }
  ts_tree_cursor_delete(&cursor);
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(high),
                static_cast<unsigned long long>(low));
  return text;
}

}  // namespace assay::program
