#include "mirror/rewrite/source.h"

namespace assay::mirror {

using program::Node;

// `name` was made by `right`. `part`: it is one of several values that `right` gives, or a loop's.
void Aliases::NoteOne(const std::string& name, const Node& given, const Value& value, bool part) {
  if (!source_.changes_in_place) return;
  Node right = given;
  while (views_.IsInPlaceCall(right)) right = views_.ChangedBy(right);
  const std::string root = views_.RootName(right);
  if (root == name) {  // a view of what it was: whoever shared goes on to do so
    for (SharedName& one : all_)
      if (one.name == name || one.base == name) one.certain = one.certain && right.is("identifier");
    return;
  }
  Forget(name);
  const auto add = [&](const std::string& base, std::set<std::string> others, bool certain) {
    all_.push_back({name, right, base, std::move(others), names_.depth(), blocks_.back(), certain});
  };
  if (right.is("list") || right.is("tuple") || right.is("expression_list")) {
    for (const Node& item : right.children())
      if (const std::string held = views_.RootName(item);
          !held.empty() && held != name && names_.Lookup(held).is(Kind::kTensor))
        add(held, {}, false);
    return;
  }
  const bool shares = value.is(Kind::kTensor) || value.is(Kind::kArray) ||
                      value.is(Kind::kUnknown) || value.is(Kind::kSequence);
  if (!shares || root.empty()) return;
  std::set<std::string> others = program_.NamesIn(right);
  others.erase(root);
  add(root, std::move(others), !part && views_.SurelyView(right));
}

void Aliases::Note(const Node& target, const Node& right, const Value& value) {
  if (!source_.changes_in_place) return;
  if (target.is("identifier")) return NoteOne(std::string(target.text()), right, value, false);
  if (target.is("attribute")) {
    if (names_.PathOf(target).empty()) NoteOne(std::string(target.text()), right, value, false);
    return;
  }
  if (!target.is("pattern_list") && !target.is("tuple_pattern") && !target.is("list_pattern"))
    return;
  const std::vector<Node> names = target.children(), values = right.children();
  const bool each = (right.is("tuple") || right.is("expression_list") || right.is("list")) &&
                    names.size() == values.size();
  for (size_t k = 0; k < names.size(); ++k)
    if (names[k].is("identifier"))
      NoteOne(std::string(names[k].text()), each ? values[k] : right,
              k < value.items.size() ? value.items[k] : Value{}, !each);
}

// for t in xs, for a, b in zip(xs, ys), for p in model.parameters().
void Aliases::NoteLoop(const Node& target, const Node& over) {
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
      if (name.is("identifier")) NoteOne(std::string(name.text()), source, {}, true);
}

// `name` holds something else from here on. Where that depends on a condition, it may still share.
void Aliases::Forget(const std::string& name) {
  // A parameter that is replaced on one path only is still the caller's on another one.
  if (function.body == blocks_.back()) function.parameters.erase(name);
  const auto concerns = [&](const SharedName& one) {
    return one.scope == names_.depth() && (one.name == name || one.base == name);
  };
  for (SharedName& one : all_)
    if ((concerns(one) && one.block != blocks_.back()) || one.others.contains(name))
      one.certain = false;
  std::erase_if(
      all_, [&](const SharedName& one) { return concerns(one) && one.block == blocks_.back(); });
}

void Aliases::CloseBlock(const Node& block) {
  blocks_.pop_back();
  if (block.is("module")) return;
  const Node above = block.parent();
  const bool conditional = !above.is("with_statement") && !above.is("function_definition");
  for (SharedName& one : all_)
    if (one.block == block.id()) {
      one.certain = one.certain && !conditional;
      one.block = blocks_.back();
    }
}

void Aliases::CloseFunction() {
  std::erase_if(all_, [&](const SharedName& one) { return one.scope >= names_.depth(); });
}

void Aliases::NoteChange(const std::string& name) {
  if (const auto given = function.parameters.find(name);
      given != function.parameters.end() && !names_.running.empty())
    memory_.changes[names_.running.back()][name] = given->second;
}

std::vector<Follower> Aliases::Followers(const std::string& name) {
  std::vector<Follower> out;
  if (!source_.changes_in_place || name.empty()) return out;
  std::vector<std::string> open{name};
  std::set<std::string> done{name};
  while (!open.empty()) {
    const std::string now = open.back();
    open.pop_back();
    NoteChange(now);
    for (const SharedName& one : all_) {
      if (one.scope != names_.depth()) continue;
      const bool back = one.name == now && !done.contains(one.base);
      if (!back && (one.base != now || done.contains(one.name))) continue;
      out.push_back({back ? one.base : one.name, now, one.view, one.certain, back});
      done.insert(out.back().name);
      open.push_back(out.back().name);
    }
  }
  return out;
}

}  // namespace assay::mirror
