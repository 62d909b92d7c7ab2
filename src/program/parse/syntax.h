// The syntax tree of a Python text, through tree-sitter. Any text gives a tree: where it is broken,
// the tree has error nodes or lacks the broken lines, and goes on behind them.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::program {

// A part of the text, in bytes.
struct Span {
  uint32_t begin = 0, end = 0;
  bool operator==(const Span&) const = default;
};

// A node of a tree; valid as long as the tree is.
class Node {
 public:
  Node() = default;
  Node(TSNode node, const std::string* text) : node_(node), text_(text) {}

  bool present() const { return text_ != nullptr && !ts_node_is_null(node_); }
  std::string_view type() const { return present() ? ts_node_type(node_) : ""; }
  bool is(std::string_view name) const { return type() == name; }
  std::string_view text() const;
  Span span() const { return {ts_node_start_byte(node_), ts_node_end_byte(node_)}; }
  int line() const { return static_cast<int>(ts_node_start_point(node_).row) + 1; }
  int end_line() const { return static_cast<int>(ts_node_end_point(node_).row) + 1; }
  int column() const { return static_cast<int>(ts_node_start_point(node_).column); }
  const void* id() const { return node_.id; }
  Node field(std::string_view name) const;
  // Slow: the tree is searched from its root.
  Node parent() const { return {ts_node_parent(node_), text_}; }
  std::vector<Node> children() const;  // named ones
  const TSNode& raw() const { return node_; }

 private:
  TSNode node_{};
  const std::string* text_ = nullptr;
};

struct SyntaxError {
  int line = 0, column = 0;  // from 1; from 0, in bytes
  std::string message;
};

class SyntaxTree {
 public:
  // Texts beyond a size that no program has give an empty tree and an error.
  static SyntaxTree Parse(std::string text);

  const std::string& text() const { return *text_; }
  Node root() const { return {ts_tree_root_node(tree_.get()), text_.get()}; }
  const std::vector<SyntaxError>& errors() const { return errors_; }

  // Visits all named nodes, `enter` before and `leave` after what is below. `enter` returns whether
  // to go below. No recursion: a hostile text may nest without end; what is nested more deeply than
  // any Python takes is left out, and errors() says so.
  void Walk(
      const std::function<bool(const Node&)>& enter,
      const std::function<void(const Node&)>& leave = [](const Node&) {}) const;

 private:
  void Repair();

  std::unique_ptr<const std::string> text_;
  std::unique_ptr<TSTree, void (*)(TSTree*)> tree_{nullptr, ts_tree_delete};
  std::vector<SyntaxError> errors_;
};

}  // namespace assay::program
