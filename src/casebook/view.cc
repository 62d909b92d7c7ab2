#include "casebook/view.h"

#include <algorithm>
#include <array>

namespace assay::casebook {
namespace {

using program::Edit;
using program::Node;
using program::Span;

int Newlines(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

// Where line `line` begins, in bytes.
size_t StartOf(const std::string& text, int line) {
  size_t at = 0;
  for (int i = 1; i < line && at != std::string::npos; ++i) {
    const size_t newline = text.find('\n', at);
    if (newline == std::string::npos) return text.size();
    at = newline + 1;
  }
  return at;
}

bool Overlap(const Span& a, const Span& b) { return a.begin < b.end && b.begin < a.end; }

std::string LastPart(const std::string& name) { return name.substr(name.rfind('.') + 1); }

// Without them results differ by chance.
bool Seeds(std::string_view text) {
  constexpr std::array<std::string_view, 5> kWords = {"seed(", "PRNGKey(", "random.key(",
                                                      "Generator(", ".eval("};
  return std::ranges::any_of(kWords,
                             [&](std::string_view word) { return text.find(word) != text.npos; });
}

}  // namespace

Result<Cut> Apply(const Cut& cut, const std::vector<Edit>& edits) {
  Cut out;
  ASSAY_ASSIGN(out.text, program::ApplyEdits(cut.text, edits));
  if (cut.claim_line == 0) return out;
  const size_t claim = StartOf(cut.text, cut.claim_line);
  out.claim_line = cut.claim_line;
  for (const Edit& edit : edits) {
    if (edit.span.begin >= claim) continue;
    // What an edit takes away of the lines before the claim, and what it puts there.
    const size_t end = std::min<size_t>(edit.span.end, claim);
    out.claim_line += Newlines(edit.text) - Newlines(std::string_view(cut.text).substr(
                                                edit.span.begin, end - edit.span.begin));
  }
  return out;
}

size_t CountStatements(const program::SyntaxTree& tree, bool definitions) {
  size_t count = 0;
  tree.Walk(
      [&](const program::Node& node) {
        if (!definitions && (node.is("function_definition") || node.is("class_definition")))
          return false;
        if (!node.parent().is("module") && !node.parent().is("block")) return true;
        count += node.is("comment") ? 0 : 1;
        return true;
      },
      [](const program::Node&) {});
  return count;
}

View::View(const Cut& cut, const CutRules& rules)
    : rules_(rules), program_(program::ReadProgram(cut.text)) {
  for (const Node& node : program_.tree.root().children())
    if (!node.is("comment")) top_.push_back(node);
  const size_t helpers = rules.helpers.empty() ? std::string::npos : text().find(rules.helpers);
  if (helpers != std::string::npos)
    stays_.push_back(
        {static_cast<uint32_t>(helpers), static_cast<uint32_t>(helpers + rules.helpers.size())});
  bool locked = false;
  for (const Node& statement : top_) {
    if (rules.locked_from.empty()) break;
    locked = locked || statement.text().starts_with(rules.locked_from);
    if (locked || Seeds(statement.text())) stays_.push_back(statement.span());
  }
  if (!rules.claim) return;
  for (const Node& statement : top_)
    if (Speaks(statement)) stays_.push_back(statement.span());
}

bool View::Speaks(const Node& statement) const {
  for (const std::string_view kept :
       {"assert_statement", "function_definition", "class_definition", "decorated_definition"})
    if (statement.is(kept)) return true;
  if (Seeds(statement.text())) return true;
  const std::string api = LastPart(rules_.target_api);
  return std::ranges::any_of(program_.calls, [&](const program::Call& call) {
    return Overlap(call.span, statement.span()) && LastPart(call.written) == api;
  });
}

bool View::Stays(const Span& span) const {
  return std::ranges::any_of(stays_, [&](const Span& kept) { return Overlap(kept, span); });
}

std::vector<Node> View::Nodes(const std::vector<std::string_view>& types) const {
  std::vector<Node> out;
  program_.tree.Walk(
      [&](const Node& node) {
        if (std::ranges::find(types, node.type()) != types.end() && !Stays(node.span()))
          out.push_back(node);
        return true;
      },
      [](const Node&) {});
  return out;
}

std::vector<Edit> View::Everywhere(const Edit& edit) const {
  std::vector<Edit> out = {edit};
  const auto home = std::ranges::find_if(top_, [&](const Node& statement) {
    return statement.span().begin <= edit.span.begin && edit.span.end <= statement.span().end;
  });
  if (home == top_.end()) return out;
  for (const Node& other : top_) {
    if (other.id() == home->id() || other.text() != home->text() || Stays(other.span())) continue;
    const uint32_t shift = other.span().begin - home->span().begin;
    out.push_back({{edit.span.begin + shift, edit.span.end + shift}, edit.text});
  }
  return out;
}

Span View::Lines(const Node& statement) const {
  Span out = statement.span();
  while (out.begin > 0 && (text()[out.begin - 1] == ' ' || text()[out.begin - 1] == '\t'))
    --out.begin;
  while (out.end < text().size() && text()[out.end] != '\n') ++out.end;
  if (out.end < text().size()) ++out.end;
  return out;
}

}  // namespace assay::casebook
