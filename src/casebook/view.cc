#include "casebook/view.h"

#include <algorithm>
#include <array>

namespace assay::casebook {
namespace {

using program::Edit;
using program::Node;
using program::Span;

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
