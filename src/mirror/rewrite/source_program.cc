#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/source.h"
#include "program/parse/edit.h"

namespace assay::mirror {
namespace {

using program::Node;
using program::Span;

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

// Names that a statement gives a new value.
std::set<std::string> TargetsOf(const BlockItem& item) {
  std::set<std::string> out = item.changed;
  const Node& statement = item.node;
  if (!statement.is("function_definition") && !statement.is("class_definition") &&
      !statement.is("decorated_definition"))
    CollectTargets(statement, out);
  return out;
}

bool Meet(const std::set<std::string>& a, const auto& b) {
  return std::ranges::any_of(a, [&](const std::string& one) { return b.contains(one); });
}

bool Holds(const Span& body, uint32_t at) { return body.begin <= at && at < body.end; }

}  // namespace

SourceProgram::SourceProgram(const program::SyntaxTree& tree) : tree_(tree) {
  for (const std::string& name : program::OwnNames(tree)) own_.insert(name);
  tree.Walk([this](const Node& node) {
    if (node.is("function_definition")) functions_[std::string(node.field("name").text())] = node;
    if (node.is("function_definition")) defined_.push_back(node.span());
    if (node.is("for_statement") || node.is("while_statement")) repeated_.push_back(node.span());
    if (node.is("identifier")) mentions_[std::string(node.text())].push_back(node.span().begin);
    return true;
  });
}

std::string SourceProgram::Fresh(const std::string& stem) {
  std::string name = stem;
  for (int k = 2; own_.contains(name); ++k) name = StrCat(stem, "_", k);
  own_.insert(name);
  return name;
}

std::string SourceProgram::Between(uint32_t begin, uint32_t end) const {
  return tree_.text().substr(begin, end - begin);
}

std::string SourceProgram::Replaced(Span whole, const std::vector<Node>& parts,
                                    const std::function<std::string(const Node&)>& write) const {
  std::string out;
  for (const Node& part : parts) {
    out += Between(whole.begin, part.span().begin) + write(part);
    whole.begin = part.span().end;
  }
  return out + Between(whole.begin, whole.end);
}

std::string SourceProgram::LineBefore(const Node& node, bool* alone) const {
  const uint32_t begin = node.span().begin;
  const size_t line = begin == 0 ? 0 : tree_.text().rfind('\n', begin - 1) + 1;
  const std::string before = tree_.text().substr(line, begin - line);
  *alone = before.find_first_not_of(' ') == std::string::npos;
  return before;
}

bool SourceProgram::ReadLater(const std::string& name, const Node& node) const {
  const size_t dot = name.rfind('.');
  const auto found = mentions_.find(dot == std::string::npos ? name : name.substr(dot + 1));
  if (found == mentions_.end()) return false;
  const Span span = node.span();
  const auto around = [&](const Span& body) {
    return body.begin <= span.begin && span.end <= body.end;
  };
  return std::ranges::any_of(found->second, [&](uint32_t at) {
    if (at >= span.begin) return at >= span.end;
    const auto again = [&](const Span& body) { return Holds(body, at) && around(body); };
    const auto called = [&](const Span& body) { return Holds(body, at) && !around(body); };
    return std::ranges::any_of(repeated_, again) || std::ranges::any_of(defined_, called);
  });
}

Node SourceProgram::SpreadLiteral(const std::string& name) const {
  Node literal;
  bool certain = true;
  tree_.Walk([&](const Node& node) {
    if (!node.is("identifier") || node.text() != name) return true;
    const Node above = node.parent();
    if (above.is("dictionary_splat")) return true;
    const bool made = above.is("assignment") && above.field("left").id() == node.id() &&
                      above.field("right").is("dictionary") && !literal.present();
    if (made) literal = above.field("right");
    certain = certain && made;
    return true;
  });
  return certain ? literal : Node();
}

std::set<std::string> SourceProgram::NamesIn(const Node& node) const {
  std::set<std::string> out;
  Collect(node, out);
  for (const std::string& name : std::set<std::string>(out))
    if (const auto found = functions_.find(name); found != functions_.end())
      Collect(found->second.field("body"), out);
  return out;
}

std::vector<size_t> SourceProgram::Slice(const std::vector<BlockItem>& items, size_t place,
                                         std::set<std::string> needed, const NameSet& leaves,
                                         std::set<std::string>* used) const {
  std::vector<size_t> kept;
  for (size_t k = place; k-- > 0;) {
    const std::set<std::string> targets = TargetsOf(items[k]);
    if (items[k].dropped || !Meet(targets, needed) || Meet(targets, leaves)) continue;
    kept.insert(kept.begin(), k);
    needed.merge(NamesIn(items[k].node));
  }
  for (const std::string& leaf : leaves)
    if (needed.contains(leaf)) used->insert(leaf);
  std::set<std::string> reached = *used;
  std::vector<size_t> out;
  for (const size_t k : kept) {
    if (!Meet(NamesIn(items[k].node), reached)) continue;
    reached.merge(TargetsOf(items[k]));
    out.push_back(k);
  }
  return out;
}

}  // namespace assay::mirror
