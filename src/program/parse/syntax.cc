#include "program/parse/syntax.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/strings.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace assay::program {
namespace {

constexpr size_t kMostBytes = 4 << 20;
constexpr size_t kMostErrors = 20;
// Python itself gives up at about 3,000 levels. Beyond this one nothing is read: what is below
// costs time by the square of its depth.
constexpr size_t kDeepest = 4000;
constexpr size_t kShownText = 40;

std::string FirstLine(std::string_view text) {
  std::string out(text.substr(0, std::min(text.find('\n'), kShownText)));
  if (out.size() < text.size()) out += "…";
  return out;
}

void CollectErrors(const SyntaxTree& tree, std::vector<SyntaxError>& out) {
  if (!ts_node_has_error(tree.root().raw())) return;
  // The node behind a missing token is no named one: the raw cursor sees those too.
  TSTreeCursor cursor = ts_tree_cursor_new(tree.root().raw());
  bool more = true;
  while (more && out.size() < kMostErrors) {
    const Node node(ts_tree_cursor_current_node(&cursor), &tree.text());
    const bool missing = ts_node_is_missing(node.raw()), broken = ts_node_is_error(node.raw());
    if (missing) out.push_back({node.line(), node.column(), StrCat("expected ", node.type())});
    if (broken)
      out.push_back(
          {node.line(), node.column(), StrCat("cannot read '", FirstLine(node.text()), "'")});
    const bool below = !missing && !broken && ts_node_has_error(node.raw());
    more = below && ts_tree_cursor_goto_first_child(&cursor);
    while (!more) {
      more = ts_tree_cursor_goto_next_sibling(&cursor);
      if (!more && !ts_tree_cursor_goto_parent(&cursor)) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
}

// `print >> file` reads as a statement of Python 2, too, but is an expression of today.
bool IsShift(const Node& node) {
  for (const Node& child : node.children())
    if (child.is("chevron")) return true;
  return false;
}

// Statements of Python 2 parse here, and so does nesting without end; no Python of today takes
// them.
void CollectUnreadable(const SyntaxTree& tree, std::vector<SyntaxError>& out) {
  size_t depth = 0;
  bool too_deep = false;
  tree.Walk(
      [&](const Node& node) {
        if (++depth == kDeepest && !too_deep) {
          too_deep = true;
          out.push_back({node.line(), node.column(), "nested too deeply"});
        }
        if ((node.is("print_statement") || node.is("exec_statement")) && !IsShift(node) &&
            out.size() < kMostErrors)
          out.push_back({node.line(), node.column(),
                         StrCat("a statement of Python 2: ", FirstLine(node.text()))});
        return true;
      },
      [&depth](const Node&) { --depth; });
}

using Tree = std::unique_ptr<TSTree, void (*)(TSTree*)>;

Tree ParseText(const std::string& text) {
  const std::unique_ptr<TSParser, void (*)(TSParser*)> parser(ts_parser_new(), ts_parser_delete);
  ASSAY_CHECK(ts_parser_set_language(parser.get(), tree_sitter_python()))
      << "the grammar does not fit the library";
  Tree tree(ts_parser_parse_string(parser.get(), nullptr, text.data(),
                                   static_cast<uint32_t>(text.size())),
            ts_tree_delete);
  ASSAY_CHECK(tree != nullptr) << "tree-sitter gave no tree";
  return tree;
}

// Puts `pass` in the place of a line, and blanks behind it: what follows keeps its place.
void BlankLine(std::string& text, int line) {
  size_t begin = 0;
  for (int k = 1; k < line; ++k) begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  const size_t end = std::min(text.find('\n', begin), text.size());
  const size_t first = std::min(text.find_first_not_of(" \t", begin), end);
  constexpr std::string_view kNothing = "pass";
  for (size_t i = first; i < end; ++i)
    text[i] =
        end - first >= kNothing.size() && i - first < kNothing.size() ? kNothing[i - first] : ' ';
}

}  // namespace

std::string_view Node::text() const {
  if (!present()) return "";
  const Span place = span();
  return std::string_view(*text_).substr(place.begin, place.end - place.begin);
}

Node Node::field(std::string_view name) const {
  if (!present()) return {};
  return {ts_node_child_by_field_name(node_, name.data(), static_cast<uint32_t>(name.size())),
          text_};
}

std::vector<Node> Node::children() const {
  std::vector<Node> out;
  if (!present()) return out;
  TSTreeCursor cursor = ts_tree_cursor_new(node_);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    const TSNode child = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_named(child)) out.emplace_back(child, text_);
  }
  ts_tree_cursor_delete(&cursor);
  return out;
}

SyntaxTree SyntaxTree::Parse(std::string text) {
  SyntaxTree out;
  const bool too_large = text.size() > kMostBytes;
  if (too_large) text.clear();
  out.text_ = std::make_unique<const std::string>(std::move(text));
  out.tree_ = ParseText(out.text());
  if (too_large) out.errors_.push_back({1, 0, StrCat("longer than ", kMostBytes, " bytes")});
  CollectErrors(out, out.errors_);
  if (!too_large && !out.errors_.empty()) out.Repair();
  CollectUnreadable(out, out.errors_);
  return out;
}

// One bracket that is never closed can hide all that follows, so the line of the first error is
// taken out, again and again while that uncovers more.
void SyntaxTree::Repair() {
  constexpr int kMostRounds = 8;
  std::string text = *text_;
  std::vector<SyntaxError> now = errors_;
  for (int round = 0; round < kMostRounds && !now.empty(); ++round) {
    BlankLine(text, now.front().line);
    Tree before = std::exchange(tree_, ParseText(text));
    std::vector<SyntaxError> next;
    CollectErrors(*this, next);
    const bool moved = next.empty() || next.front().line > now.front().line;
    if (!moved) {
      tree_ = std::move(before);
      return;
    }
    for (const SyntaxError& error : next)
      if (error.line > errors_.back().line && errors_.size() < kMostErrors)
        errors_.push_back(error);
    now = std::move(next);
  }
}

void SyntaxTree::Walk(const std::function<bool(const Node&)>& enter,
                      const std::function<void(const Node&)>& leave) const {
  TSTreeCursor cursor = ts_tree_cursor_new(root().raw());
  const auto here = [&] { return Node(ts_tree_cursor_current_node(&cursor), text_.get()); };
  const auto named = [&] { return ts_node_is_named(ts_tree_cursor_current_node(&cursor)); };
  bool done = false;
  size_t depth = 0;
  while (!done) {
    const bool below = named() && enter(here()) && depth < kDeepest;
    if (below && ts_tree_cursor_goto_first_child(&cursor)) {
      ++depth;
      continue;
    }
    if (named()) leave(here());
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      done = !ts_tree_cursor_goto_parent(&cursor);
      if (done) break;
      --depth;
      leave(here());
    }
  }
  ts_tree_cursor_delete(&cursor);
}

}  // namespace assay::program
