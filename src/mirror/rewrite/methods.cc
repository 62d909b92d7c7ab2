// Methods of tensors and of what may be one.
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

Written Writer::WriteMethod(const Node& node, const Node& callee) {
  const Node object_node = callee.field("object");
  const std::string name(callee.field("attribute").text());
  if (source_.at_updates && object_node.is("subscript") &&
      object_node.field("value").is("attribute") &&
      object_node.field("value").field("attribute").text() == "at")
    return WriteAt(node, object_node, name);
  const Written object = Write(object_node);
  // self.layer(x): an object that is kept in another one is called.
  if (object.value.is(Kind::kObject))
    if (const auto kept = memory_.attributes.find(StrCat(object.value.path, ".", name));
        kept != memory_.attributes.end())
      return WriteOwnCall(node, {StrCat(Tight(object), ".", name), kept->second, true},
                          Arguments(node.field("arguments")));
  if (source_.changes_in_place && name == "requires_grad_" && !object.value.is(Kind::kObject)) {
    log_.Use("torch.Tensor.requires_grad_", node, std::string(target_.leaf), "idiom");
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
    for (Argument& one : arguments) one.written.text = ops_.ForNumpy(one.written);
    Written out = PlainCall(node, plain, arguments);
    out.value = Of(name == "tolist" || name == "item" ? Kind::kUnknown : Kind::kArray);
    return out;
  }
  if (auto made = TensorMethod(node, object, name, arguments)) return *made;
  Written out = PlainCall(node, plain, arguments);
  if (owner.is(Kind::kObject)) {
    CheckChanged(node, StrCat(owner.path, ".", name), arguments, 1);
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

// What may be a tensor's; nothing where it is surely none, or no rule says so.
std::optional<Written> Writer::TensorMethod(const Node& node, const Written& object,
                                            const std::string& name,
                                            const std::vector<Argument>& arguments) {
  const Value& owner = object.value;
  const bool common = std::ranges::find(kCommon, name) != std::end(kCommon);
  const bool maybe = owner.is(Kind::kTensor) || (owner.is(Kind::kUnknown) && !common);
  const std::string tensor(source_.tensor);
  if (!maybe) return std::nullopt;
  std::vector<Reading> readings = rules_.Members(from_, name);
  std::erase_if(readings,
                [](const Reading& one) { return one.spelling->form != Spelling::Form::kMethod; });
  const std::string module(source_.functions);
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
  std::erase_if(readings, [&](const Reading& one) { return one.operation->untold.contains(to_); });
  std::string why = StrCat("has no twin in ", to_);
  if (auto bound = ops_.BestBound(readings, arguments, &object)) {
    const std::string shown = bound->operation->spellings.at(to_).empty()
                                  ? ""
                                  : bound->operation->spellings.at(to_)[0].Shown();
    if (auto made = ops_.Emit(*bound, &why)) {
      log_.Use(StrCat(tensor, ".", name), node, shown.empty() ? "-" : shown, "rule");
      return *made;
    }
  } else if (!readings.empty()) {
    why = "called in a way that no rule knows";
  }
  if (owner.is(Kind::kTensor) || !readings.empty()) {
    if (const PairTwin* twin = readings.empty() ? twins_(StrCat(tensor, ".", name)) : nullptr) {
      const Reading reading{&twin->operation, &twin->operation.spellings.at(from_)[0]};
      if (auto bound = ops_.BindCall(reading, arguments, &object))
        if (auto made = ops_.Emit(*bound, &why)) {
          log_.Use(StrCat(tensor, ".", name), node, twin->twin, twin->by);
          return *made;
        }
    }
    log_.Use(StrCat(tensor, ".", name), node, "", "");
    Written out = PlainCall(node, StrCat(Tight(object), ".", name), arguments);
    out.value = Of(Kind::kTensor);
    return log_.Leave(node, out, StrCat(tensor, ".", name), why);
  }
  return std::nullopt;
}

// x.at[index].set(value).
Written Writer::WriteAt(const Node& node, const Node& place, const std::string& method) {
  const Written owner = Write(place.field("value").field("object"));
  const auto arguments = Arguments(node.field("arguments"));
  bool simple = false;
  const std::string index = WriteIndex(place, &simple);
  const std::string where = simple ? index : StrCat("np.s_[", index, "]");
  const std::map<std::string, std::string> signs = {
      {"set", ""},     {"add", "+"},    {"subtract", "-"},  {"multiply", "*"}, {"mul", "*"},
      {"divide", "/"}, {"power", "**"}, {"max", "maximum"}, {"min", "minimum"}};
  const auto sign = signs.find(method);
  Written out{std::string(node.text()), Of(Kind::kTensor, owner.value.dtype), true};
  const std::string item = StrCat(Tight(owner), "[", index, "]");
  if (method == "get" && arguments.empty()) {
    log_.Use("jax.Array.at", node, "-", "rule");
    out.text = item;
    return out;
  }
  if (sign == signs.end() || arguments.size() != 1)
    return log_.Leave(node, out, "jax.Array.at." + method,
                      "no rule for this way to change elements");
  const Written& given = arguments[0].written;
  std::string value = given.text;
  if (!target_.changes_in_place && !sign->second.empty()) {
    // A place that stands twice in the index changes twice.
    log_.Use("jax.Array.at", node, "with_change", "rule");
    out.text = StrCat(log_.Helper("with_change"), "(", owner.text, ", ", where, ", ", value, ", \"",
                      method, "\")");
    return out;
  }
  if (method == "max" || method == "min") {
    value = StrCat(
        target_.module, sign->second, "(", item, ", ",
        given.value.number() && target_.only_tensors ? StrCat("torch.tensor(", value, ")") : value,
        ")");
  } else if (!sign->second.empty()) {
    value = StrCat(item, " ", sign->second, " ", Tight(given));
  }
  log_.Use("jax.Array.at", node, "with_item", "rule");
  out.text = StrCat(log_.Helper("with_item"), "(", owner.text, ", ", where, ", ", value, ")");
  return out;
}
}  // namespace assay::mirror
