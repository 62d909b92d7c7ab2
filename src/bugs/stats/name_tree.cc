#include "bugs/stats/name_tree.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::bugs {
namespace {

// Printing recurses, and no honest name is nested this deeply.
constexpr int kDeepest = 64;

}  // namespace

void NameTree::Add(const std::string& name, char separator) {
  Node* at = &root_;
  int depth = 0;
  for (const std::string& part : Split(name, separator)) {
    if (part.empty()) continue;
    if (++depth > kDeepest) return;
    auto found =
        std::ranges::find_if(at->children, [&](const auto& child) { return child->name == part; });
    if (found == at->children.end()) {
      at->children.push_back(std::make_unique<Node>());
      at->children.back()->name = part;
      found = at->children.end() - 1;
    }
    at = found->get();
    ++at->count;
  }
}

void NameTree::Print(const Node& node, size_t depth, std::string& out) {
  for (const auto& child : node.children) {
    out += StrCat(std::string(2 * depth, ' '), "|-- ", child->name, " (", child->count, ")\n");
    Print(*child, depth + 1, out);
  }
}

std::string NameTree::Text() const {
  std::string out;
  Print(root_, 0, out);
  return out;
}

nlohmann::json NameTree::Below(const Node& node) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& child : node.children)
    out[child->name] = {{"count", child->count}, {"below", Below(*child)}};
  return out;
}

nlohmann::json NameTree::Json() const { return Below(root_); }

}  // namespace assay::bugs
