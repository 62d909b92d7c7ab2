#include "mirror/rewrite/dataflow.h"

#include <algorithm>

namespace assay::mirror {
namespace {

using program::Node;

void Collect(const Node& node, std::set<std::string>& out) {
  if (node.is("identifier")) out.emplace(node.text());
  for (const Node& child : node.children()) {
    if (node.is("attribute") && child.id() == node.field("attribute").id()) continue;
    if (node.is("keyword_argument") && child.id() == node.field("name").id()) continue;
    Collect(child, out);
  }
}

void CollectTargets(const Node& node, std::set<std::string>& out) {
  if (node.is("assignment") || node.is("augmented_assignment") || node.is("for_statement")) {
    Node target = node.field("left");
    while (target.is("subscript")) target = target.field("value");
    if (target.is("identifier")) out.emplace(target.text());
    for (const Node& child : target.children())
      if (child.is("identifier")) out.emplace(child.text());
  }
  if (node.is("call")) {  // x.add_(1)
    const Node callee = node.field("function");
    if (callee.is("attribute") && callee.field("attribute").text().ends_with("_") &&
        callee.field("object").is("identifier"))
      out.emplace(callee.field("object").text());
  }
  for (const Node& child : node.children()) CollectTargets(child, out);
}

std::set<std::string> TargetsOf(const Node& statement) {
  std::set<std::string> out;
  if (!statement.is("function_definition") && !statement.is("class_definition") &&
      !statement.is("decorated_definition"))
    CollectTargets(statement, out);
  return out;
}

}  // namespace

std::string Indented(const std::string& text) {
  std::string out = "    ";
  for (size_t k = 0; k < text.size(); ++k) {
    out += text[k];
    if (text[k] == '\n' && k + 1 < text.size() && text[k + 1] != '\n') out += "    ";
  }
  return out;
}

std::set<std::string> NamesIn(const Node& node, const std::map<std::string, Node>& functions) {
  std::set<std::string> out;
  Collect(node, out);
  for (const std::string& name : std::set<std::string>(out))
    if (const auto found = functions.find(name); found != functions.end())
      Collect(found->second.field("body"), out);
  return out;
}

std::vector<size_t> Slice(const std::vector<BlockItem>& items, size_t place,
                          std::set<std::string> needed, const std::set<std::string>& leaves,
                          const std::map<std::string, Node>& functions,
                          std::set<std::string>* used) {
  const auto meets = [](const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::ranges::any_of(a, [&](const std::string& one) { return b.contains(one); });
  };
  std::vector<size_t> kept;
  for (size_t k = place; k-- > 0;) {
    std::set<std::string> targets = TargetsOf(items[k].node);
    targets.insert(items[k].changed.begin(), items[k].changed.end());
    if (items[k].dropped || !meets(targets, needed)) continue;
    if (meets(targets, leaves)) continue;
    kept.insert(kept.begin(), k);
    needed.merge(NamesIn(items[k].node, functions));
  }
  for (const std::string& leaf : leaves)
    if (needed.contains(leaf)) used->insert(leaf);
  std::set<std::string> reached = *used;
  std::vector<size_t> out;
  for (const size_t k : kept) {
    if (!meets(NamesIn(items[k].node, functions), reached)) continue;
    reached.merge(TargetsOf(items[k].node));
    reached.insert(items[k].changed.begin(), items[k].changed.end());
    out.push_back(k);
  }
  return out;
}

}  // namespace assay::mirror
