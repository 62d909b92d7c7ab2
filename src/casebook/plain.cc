#include "casebook/plain.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "casebook/view.h"

namespace assay::casebook {
namespace {

using program::Edit;
using program::Node;
using program::Span;

// Those of the comparing function, so that both agree on what is equal.
constexpr const char* kTolerances = "rtol=1e-4, atol=1e-6";

Cut Made(const Cut& cut, const std::vector<Edit>& edits) {
  const auto made = Apply(cut, edits);
  return made.ok() ? *made : cut;
}

std::vector<Node> ChecksOf(const View& view, int from_line) {
  std::vector<Node> out;
  for (const Node& statement : view.top())
    if (statement.is("assert_statement") && statement.line() >= from_line) out.push_back(statement);
  return out;
}

// The two arguments of same(a, b).
std::vector<Node> Compared(const Node& check) {
  const Node condition = check.children().empty() ? Node() : check.children()[0];
  if (!condition.is("call") || condition.field("function").text() != "same") return {};
  std::vector<Node> out;
  for (const Node& argument : condition.field("arguments").children())
    if (!argument.is("keyword_argument")) out.push_back(argument);
  return out.size() == 2 ? out : std::vector<Node>();
}

// Names that a statement makes known: of a function its own, of an import what it binds.
std::vector<std::string> Bound(const View& view, const Node& statement) {
  std::vector<std::string> out;
  if (statement.is("function_definition")) {
    out.emplace_back(statement.field("name").text());
  } else if (statement.is("import_statement") || statement.is("import_from_statement")) {
    for (const program::Import& import : view.program().imports)
      if (import.line == statement.line())
        out.push_back(import.local.substr(0, import.local.find('.')));
  }
  return out;
}

// Whether `name` stands anywhere outside of `home` and of other imports.
bool IsUsed(const View& view, const std::string& name, const Span& home) {
  bool used = false;
  view.program().tree.Walk(
      [&](const Node& node) {
        if (node.is("import_statement") || node.is("import_from_statement")) return false;
        if (node.is("identifier") && node.text() == name &&
            (node.span().end <= home.begin || node.span().begin >= home.end))
          used = true;
        return !used;
      },
      [](const Node&) {});
  return used;
}

// Decorated definitions and what a star import brings are left alone.
std::vector<Edit> Unused(const View& view) {
  std::vector<Edit> out;
  for (const Node& statement : view.top()) {
    const std::vector<std::string> names = Bound(view, statement);
    const bool used = names.empty() || std::ranges::any_of(names, [&](const auto& n) {
                        return n == "*" || IsUsed(view, n, statement.span());
                      });
    if (used) continue;
    Span span = view.Lines(statement);
    // Functions stand between empty lines.
    while (span.end < view.text().size() && view.text()[span.end] == '\n') ++span.end;
    out.push_back({span, ""});
  }
  return out;
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

// Lines that only our own checks need.
bool IsOurs(const std::string& line) {
  constexpr std::array<std::string_view, 6> kStarts = {
      "exact = ", "others = ", "before = ", "print(\"--", "assert not ", "    "};
  for (const std::string_view start : kStarts)
    if (line.starts_with(start)) return true;
  return false;
}

// Eight bits leave about one part in a hundred; rounding far less.
std::string Comparison(const ProgramFinding& finding, bool coarse) {
  const std::string bounds = coarse ? "rtol=0.1, atol=0.1" : "rtol=1e-3, atol=1e-3";
  if (finding.framework != "tensorflow")
    return StrCat("torch.testing.assert_close(result, expected, ", bounds, ")\n");
  return StrCat("tf.nest.map_structure(lambda a, b: tf.debugging.assert_near(a, b, ", bounds,
                "), result, expected)\n");
}

}  // namespace

Cut WithoutChecks(const Cut& cut) {
  const View view(cut, {});
  std::vector<Edit> edits;
  for (const Node& check : ChecksOf(view, cut.claim_line)) edits.push_back({view.Lines(check), ""});
  return Made(cut, edits);
}

Cut WithFrameworksCheck(const Cut& cut, const std::string& framework) {
  const View view(cut, {});
  std::vector<Edit> edits;
  for (const Node& check : ChecksOf(view, cut.claim_line)) {
    const std::vector<Node> two = Compared(check);
    if (two.empty()) continue;
    const std::string a(two[0].text()), b(two[1].text());
    if (framework == "torch")
      edits.push_back({check.span(), StrCat("torch.testing.assert_close(", b, ", ", a, ", ",
                                            kTolerances, ", equal_nan=True)")});
    else
      edits.push_back({check.span(), StrCat("np.testing.assert_allclose(np.asarray(", b,
                                            "), np.asarray(", a, "), ", kTolerances, ")")});
  }
  const bool numpy = framework != "torch" && !edits.empty() &&
                     cut.text.find("import numpy as np") == std::string::npos;
  if (numpy) edits.push_back({{0, 0}, "import numpy as np\n"});
  return Made(cut, edits);
}

Cut WithPlainMessages(const Cut& cut) {
  const View view(cut, {});
  std::vector<Edit> edits;
  for (const Node& check : ChecksOf(view, cut.claim_line)) {
    if (check.children().size() != 2 || !check.children()[1].is("binary_operator")) continue;
    Node text = check.children()[1];
    while (text.is("binary_operator")) text = text.field("left");
    if (text.is("string")) edits.push_back({check.children()[1].span(), std::string(text.text())});
  }
  return Made(cut, edits);
}

Cut WithoutMarks(const Cut& cut) {
  const View view(cut, {});
  std::vector<Edit> edits;
  for (const Node& statement : view.top())
    if (statement.text().starts_with("print(\"-- ")) edits.push_back({view.Lines(statement), ""});
  return Made(cut, edits);
}

Cut WithoutUnused(const Cut& cut) {
  Cut out = cut;
  // A function that only another unused one calls shows up in the next round.
  for (;;) {
    const std::vector<Edit> edits = Unused(View(out, {}));
    if (edits.empty()) return out;
    const Cut smaller = Made(out, edits);
    if (smaller.text == out.text) return out;
    out = smaller;
  }
}

std::optional<Cut> PlainOptimisation(const ProgramFinding& finding) {
  const std::string& text = finding.program;
  for (const std::string_view more : {"how=learn", "masked(", "served(", "lite("})
    if (Has(text.substr(std::min(text.size(), text.rfind("\nmodel = "))), more))
      return std::nullopt;
  const size_t helpers = finding.helpers.empty() ? text.npos : text.find(finding.helpers);
  const size_t judging = text.find("\nexpected = original(");
  const size_t loop = std::min(text.find("\nfor turn in"), text.find("\nresult = run("));
  if (helpers == text.npos || judging == text.npos || loop == text.npos) return std::nullopt;
  const bool raises = finding.seen.exception != "AssertionError";
  const bool repeats = text[loop + 1] == 'f';
  std::string out =
      text.substr(0, helpers) + "import copy\n\n" +
      text.substr(helpers + finding.helpers.size(), judging + 1 - helpers - finding.helpers.size());
  // Without it a reader could not see that only the optimised one fails.
  out += raises ? "model(*inputs, **keywords)  # the original model runs\n"
                : "expected = model(*inputs, **keywords)\n";
  for (const std::string& line : Split(text.substr(judging + 1, loop - judging), '\n'))
    if (!line.starts_with("expected = ") && (line.starts_with("    ") || !IsOurs(line)))
      out += line + "\n";
  out += repeats ? "for turn in range(3):\n    result = optimised(*inputs, **keywords)\n"
                 : "result = optimised(*inputs, **keywords)\n";
  if (!raises) out += Comparison(finding, Has(text, "\nothers = "));
  out = ReplaceAll(ReplaceAll(out, "run(prepared, inputs)", "prepared(*inputs)"), "fresh(inputs)",
                   "inputs");
  return Cut{out, 0};
}

}  // namespace assay::casebook
