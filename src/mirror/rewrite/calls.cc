// Calls: of the framework's functions and methods, of the program's own, of Python's.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// Methods that lists, texts, dictionaries and files have as well: of a thing that is not known they
// prove nothing.
constexpr std::string_view kCommon[] = {
    "append", "count",  "copy",  "index",  "insert", "items",   "join",    "keys",
    "pop",    "remove", "sort",  "split",  "strip",  "update",  "values",  "get",
    "add",    "format", "clear", "extend", "find",   "replace", "reverse", "write"};

}  // namespace

std::vector<Writer::Argument> Writer::Arguments(const Node& list) {
  std::vector<Argument> out;
  if (list.is("generator_expression")) {
    out.push_back({"", Write(list), list});
    return out;
  }
  for (const Node& node : list.children()) {
    if (node.is("comment")) continue;
    if (node.is("keyword_argument")) {
      out.push_back({std::string(node.field("name").text()), Write(node.field("value")), node});
    } else if (node.is("list_splat")) {
      out.push_back({"", Generic(node), node, true});
    } else if (node.is("dictionary_splat")) {
      out.push_back({"**", Generic(node), node, true});
    } else {
      out.push_back({"", Write(node), node});
    }
  }
  return out;
}

// The call as it stands with its arguments written anew.
Written Writer::PlainCall(const Node& node, const std::string& callee,
                          const std::vector<Argument>& arguments) {
  const std::string& text = tree_->text();
  const Node list = node.field("arguments");
  if (list.is("generator_expression")) return {callee + arguments[0].written.text, {}, true};
  std::string out = callee;
  uint32_t at = list.span().begin;
  for (const Argument& one : arguments) {
    const Node value = one.keyword.empty() || one.spread ? one.node : one.node.field("value");
    out += text.substr(at, value.span().begin - at) + one.written.text;
    at = value.span().end;
  }
  return {out + text.substr(at, list.span().end - at), {}, true};
}

// A name of the tables; where a framework has one function under several names, any of them.
const std::vector<Reading>& Writer::Candidates(const std::string& path) const {
  const std::string name = ShortName(path);
  const auto& direct = rules_.Calls(from_, name);
  if (!direct.empty()) return direct;
  const std::string last = name.substr(name.rfind('.') + 1);
  std::vector<std::string> prefixes;
  if (from_ == "torch")
    prefixes = {"torch.", "torch.nn.functional.", "torch.linalg.", "torch.special."};
  if (from_ == "tensorflow") prefixes = {"tf.math.", "tf.", "tf.nn.", "tf.linalg.", "tf.signal."};
  if (from_ == "jax") prefixes = {"jnp.", "jax.nn.", "jax.lax.", "jax.scipy.special."};
  // Only among themselves: tf.experimental.numpy.take is not tf.take.
  const std::string prefix = name.substr(0, name.size() - last.size());
  if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end()) return direct;
  if (rules_.FalseFriend(FullName(name), "")) return direct;
  for (const std::string& other : prefixes)
    if (const auto& found = rules_.Calls(from_, other + last); !found.empty()) return found;
  return direct;
}

Written Writer::WriteCall(const Node& node) {
  const Node callee = node.field("function");
  const std::string path = PathOf(callee);
  if (!path.empty() && OfSource(path)) {
    auto arguments = Arguments(node.field("arguments"));
    return WriteApiCall(node, path, std::move(arguments));
  }
  if (callee.is("attribute") && path.empty()) return WriteMethod(node, callee);
  auto arguments = Arguments(node.field("arguments"));
  if (!path.empty()) {
    Written out = PlainCall(node, std::string(callee.text()), arguments);
    if (path.starts_with("numpy.")) out.value = Of(Kind::kArray);
    return out;
  }
  if (callee.is("identifier") && !own_.contains(std::string(callee.text())))
    return WriteBuiltin(node, std::string(callee.text()), std::move(arguments));
  return WriteOwnCall(node, Write(callee), std::move(arguments));
}

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
  const std::string module = PathOf(arguments[0].node);
  if (module.empty() || !OfSource(module)) return std::nullopt;
  std::erase_if(left, [&](const Left& one) { return one.api == FullName(module); });
  std::erase_if(uses, [&](const ApiUse& one) { return one.api == FullName(module); });
  std::vector<std::string> entries;
  for (const std::string& name : arguments[1].written.value.choices)
    entries.push_back(StrCat("\"", name, "\": ", WritePath(StrCat(module, ".", name), node).text));
  if (entries.empty()) {
    Use(module + ".*", node, "", "");
    return Leave(node, PlainCall(node, "getattr", arguments), module + ".*",
                 "a function whose name only running tells");
  }
  return Written{StrCat("{", Join(entries, ", "), "}[", arguments[1].written.text, "]"),
                 Of(Kind::kPath), true};
}

Written Writer::WriteOwnCall(const Node& node, const Written& callee,
                             std::vector<Argument> arguments) {
  // Functions of torch.func take tensors only.
  if (callee.value.path == "tensors" && to_ == "torch")
    for (Argument& one : arguments) one.written.text = AsTensor(one.written);
  Written out = PlainCall(node, Tight(callee), arguments);
  if (callee.value.path == "tensors") out.value = Of(Kind::kTensor);
  for (const std::string& name : callee.value.functions) {
    std::vector<Value>& known = memory_.parameters[name];
    size_t place = 0;
    for (const Argument& one : arguments) {
      if (one.spread) break;
      if (!one.keyword.empty()) {
        auto& slot = memory_.named[name][one.keyword];
        slot = slot.is(Kind::kUnknown) ? one.written.value : Merge(slot, one.written.value);
        continue;
      }
      if (known.size() <= place) known.resize(place + 1);
      known[place] = known[place].is(Kind::kUnknown) ? one.written.value
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

Written Writer::WriteMethod(const Node& node, const Node& callee) {
  const Node object_node = callee.field("object");
  const std::string name(callee.field("attribute").text());
  if (from_ == "jax" && object_node.is("subscript") && object_node.field("value").is("attribute") &&
      object_node.field("value").field("attribute").text() == "at")
    return WriteAt(node, object_node, name);
  const Written object = Write(object_node);
  // self.layer(x): an object that is kept in another one is called.
  if (object.value.is(Kind::kObject))
    if (const auto kept = memory_.attributes.find(StrCat(object.value.path, ".", name));
        kept != memory_.attributes.end())
      return WriteOwnCall(node, {StrCat(Tight(object), ".", name), kept->second, true},
                          Arguments(node.field("arguments")));
  if (from_ == "torch" && name == "requires_grad_" && !object.value.is(Kind::kObject)) {
    Use("torch.Tensor.requires_grad_", node, to_ == "jax" ? "jax.grad" : "tf.Variable", "idiom");
    Written out = object;
    out.value = Of(Kind::kTensor, object.value.dtype);
    out.value.leaf = true;
    return out;
  }
  auto arguments = Arguments(node.field("arguments"));
  const Value& owner = object.value;
  const std::string plain = StrCat(Tight(object), ".", name);
  if (owner.is(Kind::kTape)) return WriteTapeMethod(node, name, arguments);
  if (owner.is(Kind::kArray)) {
    Written out = PlainCall(node, plain, arguments);
    out.value = Of(name == "tolist" || name == "item" ? Kind::kUnknown : Kind::kArray);
    return out;
  }
  const bool common = std::find(std::begin(kCommon), std::end(kCommon), name) != std::end(kCommon);
  const bool maybe = owner.is(Kind::kTensor) || (owner.is(Kind::kUnknown) && !common);
  const std::string tensor = from_ == "torch" ? "torch.Tensor"
                             : from_ == "jax" ? "jax.Array"
                                              : "tensorflow.Tensor";
  if (maybe) {
    std::vector<Reading> readings = rules_.Members(from_, name);
    std::erase_if(readings,
                  [](const Reading& one) { return one.spelling->form != Spelling::Form::kMethod; });
    const std::string module = from_ == "torch" ? "torch." : from_ == "jax" ? "jax.numpy." : "";
    if (!module.empty()) {
      const auto& functions = Candidates(module + name);
      readings.insert(readings.end(), functions.begin(), functions.end());
      // relu_() does what relu() does, and keeps it.
      if (name.ends_with("_") && !name.ends_with("__")) {
        const std::string base = name.substr(0, name.size() - 1);
        for (const Reading& one : rules_.Members(from_, base))
          if (one.spelling->form == Spelling::Form::kMethod) readings.push_back(one);
        const auto& more = Candidates(module + base);
        readings.insert(readings.end(), more.begin(), more.end());
      }
    }
    std::string why = StrCat("has no twin in ", to_);
    if (auto bound = BestBound(readings, arguments, &object)) {
      const std::string shown = bound->operation->spellings.at(to_).empty()
                                    ? ""
                                    : bound->operation->spellings.at(to_)[0].Shown();
      if (auto made = Emit(*bound, node, &why)) {
        Use(StrCat(tensor, ".", name), node, shown.empty() ? "-" : shown, "rule");
        return *made;
      }
    } else if (!readings.empty()) {
      why = "called in a way that no rule knows";
    }
    if (owner.is(Kind::kTensor) || !readings.empty()) {
      if (const PairTwin* twin = readings.empty() ? twins_(StrCat(tensor, ".", name)) : nullptr) {
        const Reading reading{&twin->operation, &twin->operation.spellings.at(from_)[0]};
        if (auto bound = BindCall(reading, arguments, &object))
          if (auto made = Emit(*bound, node, &why)) {
            Use(StrCat(tensor, ".", name), node, twin->twin, twin->by);
            return *made;
          }
      }
      Use(StrCat(tensor, ".", name), node, "", "");
      Written out = PlainCall(node, plain, arguments);
      out.value = Of(Kind::kTensor);
      return Leave(node, out, StrCat(tensor, ".", name), why);
    }
  }
  Written out = PlainCall(node, plain, arguments);
  if (owner.is(Kind::kObject)) {
    if (auto special = ObjectMethod(node, object, name, arguments)) return *special;
    if (const auto found = memory_.returns.find(StrCat(owner.path, ".", name));
        found != memory_.returns.end())
      out.value = found->second;
  }
  if (owner.is(Kind::kText))
    out.value = Of(name.starts_with("split") ? Kind::kSequence : Kind::kText);
  if (name == "startswith" || name == "endswith") out.value = Of(Kind::kBool);
  return out;
}

// x.at[index].set(value).
Written Writer::WriteAt(const Node& node, const Node& place, const std::string& method) {
  const Written owner = Write(place.field("value").field("object"));
  const auto arguments = Arguments(node.field("arguments"));
  bool simple = false;
  const std::string index = WriteIndex(place, &simple);
  const std::string where = simple ? index : StrCat("np.s_[", index, "]");
  const std::map<std::string, std::string> signs = {
      {"set", ""}, {"add", "+"}, {"multiply", "*"}, {"mul", "*"}, {"divide", "/"}};
  const auto sign = signs.find(method);
  Written out{std::string(node.text()), Of(Kind::kTensor, owner.value.dtype), true};
  if (sign == signs.end() || arguments.size() != 1)
    return Leave(node, out, "jax.Array.at." + method, "no rule for this way to change elements");
  const std::string value =
      sign->second.empty()
          ? arguments[0].written.text
          : StrCat(Tight(owner), "[", index, "] ", sign->second, " ", Tight(arguments[0].written));
  Use("jax.Array.at", node, "with_item", "rule");
  out.text = StrCat(Helper("with_item"), "(", owner.text, ", ", where, ", ", value, ")");
  return out;
}

Written Writer::WriteApiCall(const Node& node, const std::string& path,
                             std::vector<Argument> arguments) {
  if (auto special = SpecialCall(node, path, arguments)) return *special;
  if (auto gradient = GradientCall(node, path, arguments)) return *gradient;
  std::string why = StrCat("has no twin in ", to_);
  std::vector<Reading> readings = Candidates(path);
  const std::string name = ShortName(path);
  // torch.celu_(x) and the like.
  if (readings.empty() && from_ == "torch" && path.ends_with("_"))
    readings = Candidates(path.substr(0, path.size() - 1));
  if (readings.empty() && path.starts_with("torch.Tensor."))
    readings = Candidates("torch." + path.substr(13));
  if (auto bound = BestBound(readings, arguments, nullptr)) {
    const auto& targets = bound->operation->spellings.at(to_);
    if (auto made = Emit(*bound, node, &why)) {
      Use(path, node, targets[0].Shown(), "rule");
      if (bound->operation->name == "wide") memory_.wide = true;
      return *made;
    }
  } else if (!readings.empty()) {
    why = "called in a way that no rule knows";
  }
  if (const PairTwin* twin = readings.empty() ? twins_(FullName(path)) : nullptr) {
    const Reading reading{&twin->operation, &twin->operation.spellings.at(from_)[0]};
    if (auto bound = BindCall(reading, arguments, nullptr)) {
      if (auto made = Emit(*bound, node, &why)) {
        Use(path, node, twin->twin, twin->by);
        return *made;
      }
    } else {
      why = StrCat("the pair base knows its twin ", twin->twin, ", but not these arguments");
    }
  }
  Use(path, node, "", "");
  Written out = PlainCall(node, std::string(node.field("function").text()), arguments);
  return Leave(node, out, path, why);
}

}  // namespace assay::mirror
