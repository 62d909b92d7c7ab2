// Statements that hold others: blocks with what stands before and behind each statement, loops,
// handlers of exceptions.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using program::Node;

bool IsImport(const Node& node) {
  return node.is("import_statement") || node.is("import_from_statement");
}

// Helpers stand behind the imports that follow the framework's own.
void PlaceHelpers(std::vector<BlockItem>& items) {
  size_t at = 0;
  while (at < items.size() && items[at].text != kImportsHere) ++at;
  if (at == items.size()) return;
  size_t last = at;
  for (size_t k = at + 1; k < items.size(); ++k) {
    if (!IsImport(items[k].node) && !items[k].dropped) break;
    if (!items[k].dropped) last = k;
  }
  items[last].text += kHelpersHere;
}

std::string Assemble(const Node& block, const std::vector<BlockItem>& items) {
  std::string out;
  bool any = false, dropped = false;
  for (const BlockItem& item : items) {
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

}  // namespace

Written Writer::WriteLoop(const Node& node) {
  names_.loop_made.emplace_back();
  if (node.is("for_statement")) {
    const Written over = Write(node.field("right"));
    Value item = ElementOf(over.value);
    if (over.text.starts_with("range(") && over.value.items.empty()) item.kind = Kind::kInteger;
    aliases_.NoteLoop(node.field("left"), node.field("right"));
    names_.BindPattern(node.field("left"), item);
  }
  Written out = WriteChildren(node);
  out.value = {};
  names_.loop_made.pop_back();
  return out;
}

// What an import leaves behind.
std::string Writer::WriteImport(const Node& node, bool top) {
  const std::string kept = names_.BindImport(node, log_);
  if (!kept.empty()) return kept;
  source_imports.emplace_back(node.text());
  // Where the first import of the framework stood, those of the other one will.
  if (!top || imports_placed_) return "";
  imports_placed_ = true;
  return kImportsHere;
}

// A statement behind those of `before`, some of which its gradients may take up.
void Writer::WriteItem(const Node& node, BlockItem& item, std::vector<BlockItem>& before) {
  SideEffects effects;
  std::swap(effects, effects_);
  gradients_.Plan(before, node);
  if (!tapes_.Deletes(node)) item.text = Write(node).text;
  std::swap(effects, effects_);
  item.changed = effects.changed;
  effects_.changed.insert(effects.changed.begin(), effects.changed.end());
  std::string first;
  for (const std::string& line : effects.before) first += line + "\n" + Indent(node);
  item.text = first + item.text;
  item.dropped = item.text.empty() && !node.is("comment");
}

Written Writer::WriteBlock(const Node& node) {
  std::vector<BlockItem> items;
  aliases_.OpenBlock(node);
  uint32_t at = node.span().begin;
  for (const Node& child : node.children()) {
    BlockItem item{program_.Between(at, child.span().begin), "", child, false, {}};
    at = child.span().end;
    if (gradients_.IsBackward(child)) {
      items.push_back(std::move(item));
      gradients_.WriteBackward(items, items.size() - 1);
      continue;
    }
    if (IsImport(child)) {
      item.text = WriteImport(child, node.is("module"));
      item.dropped = item.text.empty();
    } else {
      WriteItem(child, item, items);
    }
    items.push_back(std::move(item));
  }
  aliases_.CloseBlock(node);
  if (node.is("module")) PlaceHelpers(items);
  return Written{Assemble(node, items) + program_.Between(at, node.span().end)};
}

// What the other framework raises where this one raises what is caught here.
std::vector<std::string> Writer::Caught(const Node& type) {
  const std::string path = names_.PathOf(type),
                    name = path.empty() ? std::string(type.text()) : ShortName(path);
  const bool known = !path.empty() && names_.OfSource(path);
  std::vector<std::string> out = rules_.Exceptions(from_, to_, name);
  if (out.empty() && known) out = rules_.Exceptions(from_, to_, "*");
  if (known) log_.Use(path, type, out.empty() ? "" : out[0], out.empty() ? "" : "rule");
  return out.empty() ? std::vector{name} : out;
}

// Handlers of exceptions: each framework raises its own.
Written Writer::WriteExcept(const Node& node) {
  const auto write = [this](const Node& child) {
    if (child.is("block") || child.is("comment")) return Write(child).text;
    const Node types = child.is("as_pattern") ? child.children()[0] : child;
    std::vector<Node> each = {types};
    if (types.is("tuple") || types.is("parenthesized_expression")) each = types.children();
    std::vector<std::string> all;
    for (const Node& one : each)
      for (const std::string& twin : Caught(one))
        if (std::ranges::find(all, twin) == all.end()) all.push_back(twin);
    return (all.size() == 1 ? all[0] : StrCat("(", Join(all, ", "), ")")) +
           program_.Between(types.span().end, child.span().end);
  };
  return Written{program_.Replaced(node.span(), node.children(), write)};
}

// The narrow element type that torch.autocast("cpu", dtype=torch.bfloat16) asks for; "" where it
// says more.
std::string Writer::AutocastType(const Node& call) const {
  std::string dtype = "bfloat16";
  for (const Node& one : call.field("arguments").children()) {
    const bool named = one.is("keyword_argument");
    const Node value = named ? one.field("value") : one;
    const bool device = value.text() == "\"cpu\"" || value.text() == "'cpu'";
    const std::string type = rules_.DtypeOf(from_, ShortName(names_.PathOf(value)));
    if (!type.empty())
      dtype = type;
    else if (!device && !(named && one.field("name").text() == "enabled" && value.is("true")))
      return "";
  }
  return dtype;
}

// Below torch.autocast products are computed in the narrow type. Written out at each of them; what
// is called from such a block cannot be looked into.
Written Writer::WriteWith(const Node& node) {
  if (auto made = tapes_.WriteWith(node)) return *made;
  Node call;
  size_t items = 0;
  for (const Node& clause : node.children())
    if (clause.is("with_clause"))
      for (const Node& item : clause.children()) {
        ++items;
        const Node value = item.field("value");
        if (value.is("call") && IsIn(source_.autocasts, names_.PathOf(value.field("function"))))
          call = value;
      }
  const bool only = call.present() && items == 1 && source_.changes_in_place;
  std::string dtype = only ? AutocastType(call) : "";
  if (dtype.empty()) return WriteChildren(node);
  log_.Idiom(names_.PathOf(call.field("function")), call, target_.cast);
  std::swap(dtype, ops_.autocast);
  const Node body = node.field("body");
  const std::string inner = Write(body).text;
  std::swap(dtype, ops_.autocast);
  return Written{StrCat("with contextlib.nullcontext():",
                        body.line() > node.line() ? "\n" + Indent(body) : std::string(" "), inner)};
}

}  // namespace assay::mirror
