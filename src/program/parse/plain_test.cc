#include "program/parse/plain_test.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "program/parse/edit.h"
#include "program/parse/program.h"

namespace assay::program {
namespace {

// Whole lines of the text, from the one that `from` is on to the one that ends at `to`.
Span Lines(const std::string& text, Span span) {
  while (span.begin > 0 && text[span.begin - 1] != '\n') --span.begin;
  while (span.end < text.size() && text[span.end] != '\n') ++span.end;
  return span;
}

int Indent(const std::string& line) {
  const size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? -1 : static_cast<int>(first);
}

// The lines of a block moved to another column; texts over several lines move along, which their
// readers bear.
std::string AtColumn(const std::string& block, int column) {
  const std::vector<std::string> lines = Split(block, '\n');
  int least = -1;
  for (const std::string& line : lines)
    if (const int indent = Indent(line); indent >= 0 && (least < 0 || indent < least))
      least = indent;
  std::vector<std::string> out;
  for (const std::string& line : lines)
    out.push_back(Indent(line) < 0 ? "" : std::string(column, ' ') + line.substr(least));
  return Join(out, "\n");
}

// The statements of a block, as whole lines.
std::string BodyOf(const std::string& text, const Node& block) {
  const Span span = Lines(text, block.span());
  return text.substr(span.begin, span.end - span.begin);
}

bool Contains(const Node& node, std::string_view type) {
  if (node.is(type)) return true;
  // Functions and classes within have returns of their own.
  if (node.is("function_definition") || node.is("class_definition") || node.is("lambda"))
    return false;
  const auto children = node.children();
  return std::ranges::any_of(children, [&](const Node& child) { return Contains(child, type); });
}

// One test function as statements, or with a call below it.
std::string Unfolded(const std::string& text, const Node& function) {
  const Node body = function.field("body");
  if (Contains(body, "return_statement"))
    return StrCat(function.text(), "\n\n\n", function.field("name").text(), "()");
  return AtColumn(BodyOf(text, body), 0);
}

Node Function(const Node& statement) {
  return statement.is("decorated_definition") ? statement.field("definition") : statement;
}

bool IsTest(const Node& function) {
  return function.is("function_definition") && function.field("name").text().starts_with("test") &&
         function.field("parameters").children().empty();
}

// test_f(), pytest.main(…), unittest.main(), sys.exit(pytest.main(…)): what runs tests that have
// become statements, or are called already.
bool RunsTests(const Node& statement, const std::set<std::string>& tests) {
  if (!statement.is("expression_statement") || statement.children().size() != 1) return false;
  static const RE2 kRunner("^(?:sys\\.)?(?:exit\\()?(?:pytest|unittest)\\.main\\(");
  const Node call = statement.children()[0];
  if (!call.is("call")) return false;
  if (RE2::PartialMatch(std::string(call.text()), kRunner)) return true;
  return call.field("arguments").children().empty() &&
         tests.contains(std::string(call.field("function").text()));
}

// `if __name__ == "__main__":` with nothing else in it.
bool OnlyRunsTests(const Node& statement, const std::set<std::string>& tests) {
  if (RunsTests(statement, tests)) return true;
  if (!statement.is("if_statement") || statement.field("alternative").present() ||
      !statement.field("condition").text().starts_with("__name__"))
    return false;
  const auto body = statement.field("consequence").children();
  return std::ranges::all_of(
      body, [&](const Node& one) { return one.is("comment") || RunsTests(one, tests); });
}

std::string WithoutTests(const std::string& text) {
  const SyntaxTree tree = SyntaxTree::Parse(text);
  std::vector<Edit> edits;
  std::set<std::string> tests;
  for (const Node& statement : tree.root().children())
    if (const Node function = Function(statement); IsTest(function)) {
      edits.push_back({Lines(text, statement.span()), Unfolded(text, function)});
      tests.emplace(function.field("name").text());
    }
  for (const Node& statement : tree.root().children())
    if (!tests.empty() && OnlyRunsTests(statement, tests))
      edits.push_back({Lines(text, statement.span()), ""});
  std::ranges::sort(edits,
                    [](const Edit& a, const Edit& b) { return a.span.begin < b.span.begin; });
  const auto out = ApplyEdits(text, edits);
  return out.ok() ? *out : text;
}

// The first `with pytest.raises(…)` anywhere, and the name that it gives the error.
bool FindRaises(const SyntaxTree& tree, Node& found, std::string& name) {
  static const RE2 kRaises("^with\\s+pytest\\.(?:raises|warns)\\(");
  static const RE2 kName("\\)\\s+as\\s+(\\w+)\\s*:");
  tree.Walk([&](const Node& node) {
    if (!found.present() && node.is("with_statement") &&
        RE2::PartialMatch(std::string(node.text()), kRaises)) {
      found = node;
      const std::string head(
          node.text().substr(0, node.field("body").span().begin - node.span().begin));
      RE2::PartialMatch(head, kName, &name);
    }
    return !found.present();
  });
  return found.present();
}

std::string WithoutLinesOf(const std::string& text, const std::string& name) {
  if (name.empty()) return text;
  const RE2 use("\\b" + RE2::QuoteMeta(name) + "\\b");
  std::vector<std::string> out;
  // The next block may give its error the same name.
  for (const std::string& line : Split(text, '\n'))
    if (!RE2::PartialMatch(line, use) || RE2::PartialMatch(line, "^\\s*with\\s+pytest\\."))
      out.push_back(line);
  return Join(out, "\n");
}

std::string WithoutRaises(std::string text) {
  for (;;) {
    const SyntaxTree tree = SyntaxTree::Parse(text);
    Node with;
    std::string name;
    if (!FindRaises(tree, with, name)) return text;
    const Span span = Lines(text, with.span());
    const std::string body = AtColumn(BodyOf(text, with.field("body")), with.column());
    text = WithoutLinesOf(text.substr(0, span.begin) + body + text.substr(span.end), name);
  }
}

}  // namespace

std::string PlainTest(const std::string& text) {
  std::string out = WithoutTests(text);
  out = WithoutRaises(std::move(out));
  RE2::GlobalReplace(&out, "pytest\\.fail\\((.*)\\)", "raise AssertionError(\\1)");
  RE2::GlobalReplace(&out, "(?m)^@pytest\\.[^\\n]*\\n", "");
  if (!RE2::PartialMatch(out, "pytest\\."))
    RE2::GlobalReplace(&out, "(?m)^import pytest[ \\t]*(#[^\\n]*)?\\n", "");
  return out;
}

std::string TestsThatDoNotRun(const std::string& plain) {
  const SyntaxTree tree = SyntaxTree::Parse(plain);
  for (const Node& statement : tree.root().children()) {
    const Node what = Function(statement);
    const std::string name(what.field("name").text());
    if (what.is("class_definition") &&
        what.field("superclasses").text().find("TestCase") != std::string_view::npos)
      return StrCat("its tests are methods of the class ", name);
    const bool called =
        RE2::PartialMatch(plain, StrCat("(?m)^\\s*(?:\\w+ = )?", RE2::QuoteMeta(name), "\\("));
    if (what.is("function_definition") && name.starts_with("test") && !called)
      return StrCat("nothing calls its test ", name);
  }
  return "";
}

}  // namespace assay::program
