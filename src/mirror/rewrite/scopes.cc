#include "mirror/rewrite/scopes.h"

#include <algorithm>

#include "base/strings.h"

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

using program::Node;

bool Scopes::OfSource(const std::string& path) const {
  return std::ranges::find(source_.roots, path.substr(0, path.find('.'))) != source_.roots.end();
}

Value Scopes::Lookup(const std::string& name) const {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  return {};
}

void Scopes::Bind(const std::string& name, Value value) {
  if (value.leaf) memory_.leaves.insert(name);
  open_.back()[name] = std::move(value);
  for (auto& made : loop_made) made.insert(name);
}

void Scopes::BindPattern(const Node& pattern, const Value& value) {
  if (pattern.is("identifier")) return Bind(std::string(pattern.text()), value);
  const std::vector<Node> parts = pattern.children();
  for (size_t k = 0; k < parts.size(); ++k) {
    Value item;
    if (k < value.items.size()) item = value.items[k];
    if (value.is(Kind::kTensor)) item = Of(Kind::kTensor, value.dtype);
    if (parts[k].is("identifier") || parts[k].is("tuple_pattern") || parts[k].is("pattern_list"))
      BindPattern(parts[k], item);
  }
}

std::string Scopes::PathOf(const Node& node) const {
  if (node.is("identifier")) {
    const Value value = Lookup(std::string(node.text()));
    return value.is(Kind::kPath) ? value.path : "";
  }
  if (!node.is("attribute")) return "";
  const std::string owner = PathOf(node.field("object"));
  return owner.empty() ? "" : StrCat(owner, ".", node.field("attribute").text());
}

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
