#include "mirror/model/gaps.h"

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "mirror/check/roles.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"

namespace assay::mirror {
namespace {

using program::Node;

// What shows that a statement is still for the source's framework.
struct Marks {
  std::set<std::string, std::less<>> names;    // bound by its imports
  std::set<std::string, std::less<>> methods;  // of its objects
};

Marks MarksOf(const program::Program& draft, const std::vector<Left>& left,
              const std::string& from) {
  Marks out;
  for (const program::Import& import : draft.imports)
    if (BelongsTo(import.full, from))
      out.names.insert(import.local.substr(0, import.local.find('.')));
  for (const Left& one : left)
    if (const size_t dot = one.api.rfind('.'); dot != std::string::npos)
      out.methods.insert(one.api.substr(dot + 1));
  return out;
}

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement");
}

bool Names(const Node& node, const Marks& marks, bool below_body) {
  if (node.is("block") && !below_body) return false;
  if (node.is("identifier")) return marks.names.contains(node.text());
  if (node.is("keyword_argument")) return Names(node.field("value"), marks, below_body);
  if (node.is("attribute"))
    return marks.methods.contains(node.field("attribute").text()) ||
           Names(node.field("object"), marks, below_body);
  const auto children = node.children();
  return std::ranges::any_of(children,
                             [&](const Node& child) { return Names(child, marks, below_body); });
}

bool HasBody(const Node& node) {
  const auto children = node.children();
  return std::ranges::any_of(children, [](const Node& child) {
    return child.is("block") || child.is("else_clause") || child.is("except_clause") ||
           child.is("finally_clause") || child.is("elif_clause") ||
           child.is("function_definition") || child.is("class_definition");
  });
}

std::string Shifted(const std::string& text, int by) {
  std::vector<std::string> lines = Split(text, '\n');
  for (std::string& line : lines) {
    if (by > 0 && !line.empty()) line.insert(0, static_cast<size_t>(by), ' ');
    if (by < 0) line.erase(0, std::min(line.find_first_not_of(' '), static_cast<size_t>(-by)));
  }
  return Join(lines, "\n");
}

void Collect(const Node& node, const Marks& marks, std::vector<Gap>& out) {
  for (const Node& child : node.children()) {
    if (IsImport(child) || child.is("comment")) continue;
    const bool parts = child.is("block") || child.is("else_clause") || child.is("except_clause") ||
                       child.is("finally_clause") || HasBody(child);
    if (!parts ? !Names(child, marks, true) : !Names(child, marks, false)) {
      if (parts) Collect(child, marks, out);
      continue;
    }
    // Only statements can be replaced; what else names the framework is a part of a head.
    const std::string_view type = child.type();
    if (!type.ends_with("_statement") && !type.ends_with("_definition")) continue;
    const int column = child.column();
    std::string text = std::string(column, ' ') + std::string(child.text());
    out.push_back({child.span(), column, Shifted(text, -column)});
  }
}

// Without imports of the source's framework that bind no name in use.
std::string WithoutImports(const std::string& text, const std::string& from) {
  const program::Program read = program::ReadProgram(text);
  std::vector<program::Edit> edits;
  for (const Node& statement : read.tree.root().children()) {
    if (!IsImport(statement)) continue;
    Marks own;
    bool foreign = false;
    for (const program::Import& import : read.imports) {
      if (import.line < statement.line() || import.line > statement.end_line()) continue;
      foreign = foreign || !BelongsTo(import.full, from);
      own.names.insert(import.local.substr(0, import.local.find('.')));
    }
    if (own.names.empty() || foreign) continue;
    const auto all = read.tree.root().children();
    if (std::ranges::none_of(all,
                             [&](const Node& n) { return !IsImport(n) && Names(n, own, true); })) {
      program::Span span = statement.span();
      while (span.end < text.size() && text[span.end] != '\n') ++span.end;
      if (span.end < text.size()) ++span.end;
      edits.push_back({span, ""});
    }
  }
  const auto out = program::ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

}  // namespace

std::vector<Gap> FindGaps(const std::string& draft, const std::vector<Left>& left,
                          const std::string& from) {
  const program::Program read = program::ReadProgram(draft);
  std::vector<Gap> out;
  Collect(read.tree.root(), MarksOf(read, left, from), out);
  return out;
}

std::string FillGaps(const std::string& draft, const std::vector<Gap>& gaps,
                     const std::map<int, std::string>& statements, const std::string& from) {
  std::vector<program::Edit> edits;
  for (const auto& [number, code] : statements) {
    if (number < 1 || static_cast<size_t>(number) > gaps.size()) continue;
    const Gap& gap = gaps[static_cast<size_t>(number) - 1];
    std::string text = code;
    while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
    const size_t first = text.find_first_not_of("\n");
    text = Shifted(first == std::string::npos ? "pass" : text.substr(first), gap.column);
    edits.push_back({gap.span, text.substr(std::min<size_t>(gap.column, text.size()))});
  }
  const auto out = program::ApplyEdits(draft, edits);
  return WithoutImports(out.ok() ? *out : draft, from);
}

}  // namespace assay::mirror
