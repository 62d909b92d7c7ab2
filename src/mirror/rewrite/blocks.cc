// Statements that hold others: blocks with what stands before and behind each statement, loops,
// comprehensions.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {

Written Writer::WriteComprehension(const Node& node) {
  names_.Open();
  for (const Node& child : node.children())
    if (child.is("for_in_clause")) {
      Value over = Write(child.field("right")).value;
      Value item;
      if (over.is(Kind::kTensor)) item = Of(Kind::kTensor, over.dtype);
      if (!over.items.empty()) item = over.items[0];
      for (const Value& one : over.items) item = Merge(item, one);
      item.choices = over.choices;
      names_.BindPattern(child.field("left"), item);
    }
  Written out = Generic(node);
  names_.Close();
  out.value = Of(Kind::kSequence);
  if (node.is("dictionary_comprehension")) out.value = {};
  out.tight = true;
  return out;
}

Written Writer::WriteFor(const Node& node) {
  names_.loop_made.emplace_back();
  if (node.is("for_statement")) {
    const Written over = Write(node.field("right"));
    Value item;
    if (over.value.is(Kind::kTensor)) item = Of(Kind::kTensor, over.value.dtype);
    if (over.text.starts_with("range(")) item = Of(Kind::kInteger);
    if (!over.value.items.empty()) {
      item = over.value.items[0];
      for (const Value& one : over.value.items) item = Merge(item, one);
    }
    item.choices = over.value.choices;
    NoteLoop(node.field("left"), node.field("right"));
    names_.BindPattern(node.field("left"), item);
  }
  Written out = Generic(node);
  out.value = {};
  names_.loop_made.pop_back();
  return out;
}

// del tape: what is no object of the twin needs no end.
bool Writer::DeletesTape(const Node& node) const {
  if (!node.is("delete_statement") || target_.variables) return false;
  const std::vector<Node> names = node.children();
  return names.size() == 1 && names[0].is("identifier") &&
         names_.Lookup(std::string(names[0].text())).is(Kind::kTape);
}

Written Writer::WriteBlock(const Node& node) {
  const std::string& text = tree_->text();
  std::vector<Item> items;
  blocks_.push_back(node.id());
  uint32_t at = node.span().begin;
  for (const Node& child : node.children()) {
    Item item{text.substr(at, child.span().begin - at), "", child, false};
    at = child.span().end;
    if (child.is("import_statement") || child.is("import_from_statement")) {
      item.text = ReadImport(child);
      item.dropped = item.text.empty();
      // Where the first import of the framework stood, those of the other one will.
      if (item.dropped && node.is("module") && !imports_placed_) {
        imports_placed_ = true;
        item.dropped = false;
        item.text = kImportsHere;
      }
      items.push_back(std::move(item));
      continue;
    }
    if (IsBackward(child)) {
      items.push_back(std::move(item));
      WriteBackward(items, items.size() - 1);
      continue;
    }
    std::vector<std::string> outer;
    std::set<std::string> outer_changed;
    std::swap(outer, before_);
    std::swap(outer_changed, changed_);
    PlanAutograd(items, child);
    item.text = DeletesTape(child) ? "" : Write(child).text;
    std::swap(outer_changed, changed_);
    item.changed = outer_changed;
    changed_.insert(outer_changed.begin(), outer_changed.end());
    std::string first;
    for (const std::string& line : before_) first += line + "\n" + Indent(child);
    item.text = item.text.empty() ? first : first + item.text;
    item.dropped = item.text.empty() && !child.is("comment");
    std::swap(outer, before_);
    items.push_back(std::move(item));
  }
  blocks_.pop_back();
  if (!node.is("module")) {
    const Node above = node.parent();
    LeaveBlock(node.id(), !above.is("with_statement") && !above.is("function_definition"));
  }
  if (node.is("module")) PlaceHelpers(items);
  return {Assemble(node, items, 0) + text.substr(at, node.span().end - at), {}, false};
}

// Helpers stand behind the imports that follow the framework's own.
void Writer::PlaceHelpers(std::vector<Item>& items) {
  size_t at = 0;
  while (at < items.size() && items[at].text != kImportsHere) ++at;
  if (at == items.size()) return;
  size_t last = at;
  for (size_t k = at + 1; k < items.size(); ++k) {
    const bool import =
        items[k].node.is("import_statement") || items[k].node.is("import_from_statement");
    if (!import && !items[k].dropped) break;
    if (!items[k].dropped) last = k;
  }
  items[last].text += kHelpersHere;
}

std::string Writer::Assemble(const Node& block, std::vector<Item>& items, size_t begin) const {
  std::string out;
  bool any = false, dropped = false;
  for (size_t k = begin; k < items.size(); ++k) {
    Item& item = items[k];
    if (item.dropped) {
      dropped = true;
      continue;
    }
    std::string gap = item.gap;
    if (!any && dropped && !block.is("module"))
      gap = gap.substr(std::min(gap.find_first_not_of("\n "), gap.size()));
    if (!any && dropped && block.is("module")) gap = out.empty() ? "" : gap;
    out += gap + item.text;
    any = any || !item.node.is("comment");
  }
  if (!any && !block.is("module")) out += "pass";
  return out;
}

// Handlers of exceptions: each framework raises its own.
Written Writer::WriteExcept(const Node& node) {
  const std::string& text = tree_->text();
  std::string out;
  uint32_t at = node.span().begin;
  const std::vector<Node> children = node.children();
  for (const Node& child : children) {
    out += text.substr(at, child.span().begin - at);
    at = child.span().end;
    if (child.is("block") || child.is("comment")) {
      out += Write(child).text;
      continue;
    }
    Node types = child;
    std::string rest;
    if (child.is("as_pattern")) {
      types = child.children()[0];
      rest = text.substr(types.span().end, child.span().end - types.span().end);
    }
    std::vector<std::string> all;
    const auto add = [&](const Node& one) {
      const std::string path = names_.PathOf(one),
                        name = path.empty() ? std::string(one.text()) : ShortName(path);
      std::vector<std::string> twins = rules_.Exceptions(from_, to_, name);
      if (twins.empty() && !path.empty() && names_.OfSource(path))
        twins = rules_.Exceptions(from_, to_, "*");
      if (!path.empty() && names_.OfSource(path))
        log_.Use(path, one, twins.empty() ? "" : twins[0], twins.empty() ? "" : "rule");
      if (twins.empty()) twins = {name};
      for (const std::string& twin : twins)
        if (std::ranges::find(all, twin) == all.end()) all.push_back(twin);
    };
    if (types.is("tuple") || types.is("parenthesized_expression")) {
      for (const Node& one : types.children()) add(one);
    } else {
      add(types);
    }
    out += (all.size() == 1 ? all[0] : StrCat("(", Join(all, ", "), ")")) + rest;
  }
  return {out + text.substr(at, node.span().end - at), {}, false};
}

}  // namespace assay::mirror
