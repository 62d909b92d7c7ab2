// Names that share their memory. PyTorch changes tensors in their place, and whoever looks at the
// same memory sees it; tensors of the others never change. So where one of two such names is
// changed, the other one gets its new value by a line of its own, or the place is left.
#include "base/strings.h"
#include "mirror/rewrite/scopes.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {

// `name` was made by `right`. `part`: it is one of several values that `right` gives, or a loop's.
void Writer::NoteAlias(const std::string& name, const Node& given, const Value& value, bool part) {
  if (!source_.changes_in_place) return;
  Node right = given;
  while (IsInPlaceCall(right)) right = ChangedBy(right);
  const std::string root = RootName(right);
  if (root == name) {  // a view of what it was: whoever shared goes on to do so
    for (Alias& one : aliases_)
      if (one.name == name || one.base == name) one.certain = one.certain && right.is("identifier");
    return;
  }
  Forget(name);
  const auto add = [&](const std::string& base, std::set<std::string> others, bool certain) {
    aliases_.push_back(
        {name, right, base, std::move(others), names_.depth(), blocks_.back(), certain});
  };
  if (right.is("list") || right.is("tuple") || right.is("expression_list")) {
    for (const Node& item : right.children())
      if (const std::string held = RootName(item);
          !held.empty() && held != name && names_.Lookup(held).is(Kind::kTensor))
        add(held, {}, false);
    return;
  }
  const bool shares = value.is(Kind::kTensor) || value.is(Kind::kArray) ||
                      value.is(Kind::kUnknown) || value.is(Kind::kSequence);
  if (!shares || root.empty()) return;
  std::set<std::string> others = NamesIn(right, functions_);
  others.erase(root);
  add(root, std::move(others), !part && SurelyView(right));
}

void Writer::NoteAliases(const Node& target, const Node& right, const Value& value) {
  if (!source_.changes_in_place) return;
  if (target.is("identifier")) return NoteAlias(std::string(target.text()), right, value, false);
  if (target.is("attribute")) {
    if (names_.PathOf(target).empty()) NoteAlias(std::string(target.text()), right, value, false);
    return;
  }
  if (!target.is("pattern_list") && !target.is("tuple_pattern") && !target.is("list_pattern"))
    return;
  const std::vector<Node> names = target.children(), values = right.children();
  const bool each = (right.is("tuple") || right.is("expression_list") || right.is("list")) &&
                    names.size() == values.size();
  for (size_t k = 0; k < names.size(); ++k)
    if (names[k].is("identifier"))
      NoteAlias(std::string(names[k].text()), each ? values[k] : right,
                k < value.items.size() ? value.items[k] : Value{}, !each);
}

// for t in xs, for a, b in zip(xs, ys), for p in model.parameters().
void Writer::NoteLoop(const Node& target, const Node& over) {
  if (!source_.changes_in_place) return;
  std::vector<Node> sources{over};
  if (over.is("call")) {
    const Node callee = over.field("function");
    if (callee.is("identifier")) sources = over.field("arguments").children();
    if (callee.is("attribute") && (callee.field("attribute").text() == "parameters" ||
                                   callee.field("attribute").text() == "named_parameters"))
      sources = {callee.field("object")};
  }
  std::vector<Node> names{target};
  if (!target.is("identifier")) names = target.children();
  for (const Node& name : names)
    for (const Node& source : sources)
      if (name.is("identifier")) NoteAlias(std::string(name.text()), source, {}, true);
}

// `name` holds something else from here on. Where that depends on a condition, it may still share.
void Writer::Forget(const std::string& name) {
  // A parameter that is replaced on one path only is still the caller's on another one.
  if (function_block_ == blocks_.back()) parameters_.erase(name);
  const auto concerns = [&](const Alias& one) {
    return one.scope == names_.depth() && (one.name == name || one.base == name);
  };
  for (Alias& one : aliases_)
    if ((concerns(one) && one.block != blocks_.back()) || one.others.contains(name))
      one.certain = false;
  std::erase_if(aliases_,
                [&](const Alias& one) { return concerns(one) && one.block == blocks_.back(); });
}

void Writer::LeaveBlock(const void* block, bool conditional) {
  for (Alias& one : aliases_)
    if (one.block == block) {
      one.certain = one.certain && !conditional;
      one.block = blocks_.back();
    }
}

// Whether anything but `node` reads the name once `node` has run.
bool Writer::ReadLater(const std::string& name, const Node& node) const {
  const size_t dot = name.rfind('.');
  const auto found = mentions_.find(dot == std::string::npos ? name : name.substr(dot + 1));
  if (found == mentions_.end()) return false;
  const program::Span span = node.span();
  for (const uint32_t at : found->second) {
    if (at >= span.end) return true;
    if (at >= span.begin) continue;
    for (const program::Span& body : repeated_) {
      const bool around = body.begin <= span.begin && span.end <= body.end;
      if (body.begin <= at && at < body.end && around) return true;
    }
    for (const program::Span& body : defined_) {
      const bool around = body.begin <= span.begin && span.end <= body.end;
      if (body.begin <= at && at < body.end && !around) return true;
    }
  }
  return false;
}

// A function that changes a variable of the program: an assignment would make another one.
void Writer::CheckOutside(const std::string& name, const Node& node) {
  if (!source_.changes_in_place || running_.empty() || names_.innermost().contains(name)) return;
  if (name.find('.') != std::string::npos || !names_.Lookup(name).is(Kind::kTensor)) return;
  log_.Leave(node, {}, "torch.Tensor (in place)",
             StrCat(name, " is changed from within a function, and lies outside of it"));
}

// `name` was changed in its place by `node`: what follows for those that share its memory.
std::vector<std::string> Writer::AfterChange(const std::string& name, const Node& node) {
  std::vector<std::string> out;
  if (!source_.changes_in_place || name.empty()) return out;
  std::vector<std::string> open{name};
  std::set<std::string> done{name};
  const auto leave = [&](const std::string& changed, const std::string& other) {
    if (ReadLater(other, node))
      log_.Leave(
          node, {}, "torch.Tensor (in place)",
          StrCat(changed, " shares its memory with ", other, ", which would not change in ", to_));
  };
  const auto change = [&](const std::string& other) {
    changed_.insert(other);
    if (done.insert(other).second) open.push_back(other);
  };
  while (!open.empty()) {
    const std::string now = open.back();
    open.pop_back();
    if (const auto given = parameters_.find(now); given != parameters_.end() && !running_.empty())
      memory_.changes[running_.back()][now] = given->second;
    const std::vector<Alias> all = aliases_;
    for (const Alias& one : all) {
      if (one.scope != names_.depth()) continue;
      if (one.name == now && !done.contains(one.base)) {
        const auto back = one.certain ? Store(one.view, now) : std::nullopt;
        if (back) {
          out.push_back(*back);
        } else {
          leave(now, one.base);
        }
        change(one.base);
      } else if (one.base == now && !done.contains(one.name)) {
        if (one.certain) {
          out.push_back(StrCat(one.name, " = ", Write(one.view).text));
        } else {
          leave(now, one.name);
        }
        change(one.name);
      }
    }
  }
  if (!out.empty())
    log_.Note(StrCat("line ", node.line(), ": others share the memory of ", name,
                     "; they get their new values by lines of their own"));
  return out;
}

// The statement with what follows from it.
std::string Writer::WithFollowers(const std::string& statement, const std::string& changed,
                                  const Node& node) {
  std::string out = statement;
  const std::vector<std::string> lines = AfterChange(changed, node);
  if (lines.empty()) return out;
  const std::string& text = tree_->text();
  const uint32_t begin = node.span().begin;
  const size_t line = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
  const std::string before = text.substr(line, begin - line);
  // Behind a colon or a semicolon all stays in one line.
  const bool own_line = before.find_first_not_of(' ') == std::string::npos;
  for (const std::string& one : lines) out += (own_line ? "\n" + before : "; ") + one;
  return out;
}

// A function that changes what it is given: the caller's own stays as it was.
void Writer::CheckChanged(const Node& node, const std::string& function,
                          const std::vector<Argument>& arguments, size_t first) {
  const auto found = memory_.changes.find(function);
  if (!source_.changes_in_place || found == memory_.changes.end()) return;
  for (const auto& [parameter, place] : found->second)
    for (size_t k = 0; k < arguments.size(); ++k) {
      const bool meant =
          arguments[k].keyword.empty() ? k + first == place : arguments[k].keyword == parameter;
      if (!meant) continue;
      const Node given =
          arguments[k].keyword.empty() ? arguments[k].node : arguments[k].node.field("value");
      CheckChangedInput(node, {arguments[k].keyword, arguments[k].written, given},
                        function + " changes its argument");
    }
}

void Writer::CheckChangedInput(const Node& node, const Argument& argument, const std::string& who) {
  const std::string root = RootName(argument.node);
  if (root.empty()) return;
  const Node above = node.parent();
  const bool replaced = above.is("assignment") && above.field("left").text() == root;
  if (!replaced && ReadLater(root, node))
    log_.Leave(node, {}, "torch.Tensor (in place)",
               StrCat(who, " ", root, ", which would not change in ", to_));
  // What it was given may be an argument of the function that calls.
  if (const auto own = parameters_.find(root); own != parameters_.end() && !running_.empty())
    memory_.changes[running_.back()][root] = own->second;
}

}  // namespace assay::mirror
