// Names with parts, such as files and APIs, as a tree that counts how many lie below each part.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::bugs {

class NameTree {
 public:
  // `name` is taken apart at `separator`; empty parts are left out.
  void Add(const std::string& name, char separator);
  bool empty() const { return root_.children.empty(); }

  // "|-- jax (44)" and what is below it, two columns deeper; children in the order they came.
  std::string Text() const;
  // {"jax": {"count": 44, "below": {…}}}
  nlohmann::json Json() const;

 private:
  struct Node {
    std::string name;
    int count = 0;
    std::vector<std::unique_ptr<Node>> children;
  };
  static void Print(const Node& node, size_t depth, std::string& out);
  static nlohmann::json Below(const Node& node);

  Node root_;
};

}  // namespace assay::bugs
