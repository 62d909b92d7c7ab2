// Calls of the program's own functions and objects, and of Python's.
#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

}  // namespace

Written Writer::WriteBuiltin(const Node& node, const std::string& name,
                             std::vector<Argument> arguments) {
  if (name == "getattr")
    if (auto found = Getattr(node, arguments)) return *found;
  Written out = PlainCall(node, name, arguments);
  const Value first = arguments.empty() ? Value{} : arguments[0].written.value;
  if (name == "float") out.value = Of(Kind::kFloat);
  if (name == "int" || name == "len" || name == "round") out.value = Of(Kind::kInteger);
  if (name == "bool" || name == "all" || name == "any" || name == "isinstance")
    out.value = Of(Kind::kBool);
  if (name == "complex") out.value = Of(Kind::kComplex);
  if (name == "str" || name == "repr") out.value = Of(Kind::kText);
  if (name == "list" || name == "tuple" || name == "sorted") {
    out.value = Of(Kind::kSequence);
    if (first.is(Kind::kTensor)) out.value.items = {};
  }
  if (name == "abs") out.value = first;
  return out;
}

// getattr(F, name) with the names known: a table of the twins.
std::optional<Written> Writer::Getattr(const Node& node, const std::vector<Argument>& arguments) {
  if (arguments.size() != 2) return std::nullopt;
  const std::string module = names_.PathOf(arguments[0].node);
  if (module.empty() || !names_.OfSource(module)) return std::nullopt;
  std::erase_if(log_.left, [&](const Left& one) { return one.api == FullName(module); });
  std::erase_if(log_.uses, [&](const ApiUse& one) { return one.api == FullName(module); });
  std::vector<std::string> entries;
  for (const std::string& name : arguments[1].written.value.choices)
    entries.push_back(StrCat("\"", name, "\": ", WritePath(StrCat(module, ".", name), node).text));
  if (entries.empty()) {
    log_.Use(module + ".*", node, "", "");
    return log_.Leave(node, PlainCall(node, "getattr", arguments), module + ".*",
                      "a function whose name only running tells");
  }
  return Written{StrCat("{", Join(entries, ", "), "}[", arguments[1].written.text, "]"),
                 Of(Kind::kPath), true};
}

Written Writer::WriteOwnCall(const Node& node, const Written& callee,
                             std::vector<Argument> arguments) {
  if (!ops_.autocast.empty())
    log_.Leave(node, {}, "torch.autocast", "calls what the rules cannot look into");
  // Functions of torch.func take tensors only.
  if (callee.value.path == "tensors" && target_.only_tensors)
    for (Argument& one : arguments) one.written.text = ops_.AsTensor(one.written);
  Written out = PlainCall(node, Tight(callee), arguments);
  if (callee.value.path == "tensors") out.value = Of(Kind::kTensor);
  if (callee.value.changes_input && !arguments.empty())
    CheckChangedInput(node, arguments[0], Tight(callee) + " changes its input");
  for (const std::string& name : callee.value.functions) {
    CheckChanged(node, name, arguments, 0);
    for (const Argument& one : arguments)
      if (!target_.compiled_take_texts && memory_.compiled.contains(name) &&
          one.written.value.is(Kind::kText))
        log_.Leave(node, {}, "torch.compile", "what jax.jit compiles takes no texts");
    std::vector<Value>& known = memory_.parameters[name];
    size_t place = 0;
    for (const Argument& one : arguments) {
      if (one.spread) break;
      if (!one.keyword.empty()) {
        auto& slot = memory_.named[name][one.keyword];
        slot = slot.is(Kind::kUnknown) && (!slot.loose || !target_.only_tensors)
                   ? one.written.value
                   : Merge(slot, one.written.value);
        continue;
      }
      if (known.size() <= place) known.resize(place + 1);
      known[place] =
          known[place].is(Kind::kUnknown) && (!known[place].loose || !target_.only_tensors)
              ? one.written.value
              : Merge(known[place], one.written.value);
      known[place].leaf = false;
      ++place;
    }
    if (const auto found = memory_.returns.find(name); found != memory_.returns.end())
      out.value = out.value.is(Kind::kUnknown) ? found->second : Merge(out.value, found->second);
  }
  const std::string name(callee.text);
  if (modules_.contains(name) || memory_.attributes.contains(name + ".")) {
    out.value = Of(Kind::kObject);
    out.value.path = name;
  }
  // What a framework's function, or an object made by it, gives is a tensor.
  if (out.value.is(Kind::kUnknown) && callee.value.is(Kind::kPath)) out.value = Of(Kind::kTensor);
  if (callee.value.is(Kind::kObject)) {
    if (const auto found = memory_.returns.find(callee.value.path + ".forward");
        found != memory_.returns.end())
      out.value = found->second;
    if (const auto found = memory_.returns.find(callee.value.path + ".call");
        found != memory_.returns.end())
      out.value = found->second;
    for (const char* method : {".forward", ".call", ".__call__"}) {
      CheckChanged(node, callee.value.path + method, arguments, 1);
      std::vector<Value>& known = memory_.parameters[callee.value.path + method];
      size_t place = 1;
      for (const Argument& one : arguments) {
        if (one.spread || !one.keyword.empty()) break;
        if (known.size() <= place) known.resize(place + 1);
        known[place] = one.written.value;
        known[place++].leaf = false;
      }
    }
    if (out.value.is(Kind::kUnknown)) out.value = Of(Kind::kTensor);
  }
  return out;
}
}  // namespace assay::mirror
