#include "trial/model/answer.h"

#include <algorithm>
#include <set>

#include "program/lint/scopes.h"
#include "program/parse/edit.h"
#include "program/parse/syntax.h"

namespace assay::trial {
namespace {

using program::Edit;
using program::Node;
using program::Span;
using program::SyntaxTree;

// Small models go on with further examples in the form of the prompt.
std::string FirstProgram(std::string text) {
  for (const char* head : {"\n# And a similar bug of ", "\n# Here is a bug of ", "\n# API: "})
    if (const size_t at = text.find(head); at != std::string::npos) text.resize(at + 1);
  return text;
}

struct Usual {
  std::string_view name, statement;
};
constexpr Usual kUsual[] = {
#define IMPORT(name, statement) {name, statement},
#include "trial/model/imports.def"
#undef IMPORT
};

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

std::string WithoutFence(const std::string& text) {
  const size_t begin = text.find("```");
  if (begin == std::string::npos) return text;
  const size_t line = text.find('\n', begin);
  if (line == std::string::npos) return text;
  const size_t end = text.find("```", line);
  return text.substr(line + 1, end == std::string::npos ? end : end - line - 1);
}

std::string ProgramOfAnswer(const std::string& answer) {
  if (answer.find("```") != std::string::npos) return FirstProgram(WithoutFence(answer));
  // Without marks, what comes before the first import is words: the API that a baseline's answer
  // begins with, or an introduction.
  const size_t begin = std::min(answer.find("\nimport "), answer.find("\nfrom "));
  const bool at_once = answer.starts_with("import ") || answer.starts_with("from ");
  return FirstProgram(at_once || begin == std::string::npos ? answer : answer.substr(begin + 1));
}

std::string CompleteImports(const std::string& program) {
  const program::SyntaxTree tree = program::SyntaxTree::Parse(program);
  if (!tree.errors().empty()) return program;
  std::set<std::string> undefined;
  for (const program::UndefinedName& each : program::UndefinedNames(tree))
    undefined.insert(each.name);
  std::string out;
  for (const Usual& usual : kUsual)
    if (undefined.contains(std::string(usual.name))) out += std::string(usual.statement) + "\n";
  return out + program;
}

std::string CleanProgram(const std::string& text) {
  const SyntaxTree tree = SyntaxTree::Parse(text);
  // Of what is no Python only comments are sure.
  const bool broken = !tree.errors().empty();
  std::vector<Edit> edits;
  tree.Walk([&](const Node& node) {
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
  });
  const auto out = program::ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

}  // namespace assay::trial
