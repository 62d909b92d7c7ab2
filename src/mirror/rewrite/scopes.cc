#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/source.h"

namespace assay::mirror {

using program::Node;

bool Scopes::OfSource(const std::string& path) const {
  return std::ranges::find(source_.roots, path.substr(0, path.find('.'))) != source_.roots.end();
}

Value Scopes::Lookup(std::string_view name) const {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  return {};
}

void Scopes::Bind(std::string_view name, Value value) {
  if (value.leaf) memory_.leaves.emplace(name);
  open_.back()[std::string(name)] = std::move(value);
  for (auto& made : loop_made) made.emplace(name);
}

void Scopes::BindPattern(const Node& pattern, const Value& value) {
  if (pattern.is("identifier")) return Bind(pattern.text(), value);
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
    const Value value = Lookup(node.text());
    return value.is(Kind::kPath) ? value.path : "";
  }
  if (!node.is("attribute")) return "";
  const std::string owner = PathOf(node.field("object"));
  return owner.empty() ? "" : StrCat(owner, ".", node.field("attribute").text());
}

std::string Scopes::BindImport(const Node& node, WriteLog& log) {
  return node.is("import_statement") ? BindPlainImport(node) : BindFromImport(node, log);
}

std::string Scopes::BindPlainImport(const Node& node) {
  std::vector<std::string> kept;
  for (const Node& item : node.children()) {
    const bool renamed = item.is("aliased_import");
    const std::string full(renamed ? item.field("name").text() : item.text());
    const std::string local(renamed ? item.field("alias").text() : std::string_view(full));
    Value value = Of(Kind::kPath);
    value.path = renamed ? full : full.substr(0, full.find('.'));
    Bind(renamed ? local : full.substr(0, full.find('.')), value);
    if (!OfSource(full)) kept.emplace_back(item.text());
  }
  return kept.empty() ? "" : "import " + Join(kept, ", ");
}

std::string Scopes::BindFromImport(const Node& node, WriteLog& log) {
  const Node module = node.field("module_name");
  const std::string from(module.text());
  for (const Node& item : node.children()) {
    if (item.id() == module.id()) continue;
    const bool renamed = item.is("aliased_import");
    if (!renamed && !item.is("dotted_name")) {
      if (OfSource(from))
        log.Leave(node, {}, from + ".*", "a star import hides which names it brings");
      continue;
    }
    const std::string name(renamed ? item.field("name").text() : item.text());
    Value value = Of(Kind::kPath);
    value.path = StrCat(from, ".", name);
    Bind(renamed ? std::string(item.field("alias").text()) : name, value);
  }
  return OfSource(from) ? "" : std::string(node.text());
}

}  // namespace assay::mirror
