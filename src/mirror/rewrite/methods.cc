// Methods of tensors and of what may be one.
#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "mirror/rewrite/calls.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// Methods that lists, texts, dictionaries and files have as well: of a thing that is not known they
// prove nothing.
constexpr std::string_view kCommon[] = {
    "append", "count",  "copy",  "index",  "insert", "items",   "join",    "keys",
    "pop",    "remove", "sort",  "split",  "strip",  "update",  "values",  "get",
    "add",    "format", "clear", "extend", "find",   "replace", "reverse", "write"};

// model.to("cpu"), model.cpu(): where everything is already.
bool IsPlacedOnCpu(const std::string& method, const std::vector<CallArgument>& arguments) {
  if (method == "cpu") return arguments.empty();
  if (method != "to" || arguments.size() != 1) return false;
  const std::string& keyword = arguments[0].keyword;
  const std::string& device = arguments[0].written.text;
  const bool named =
      arguments[0].node.is("identifier") && arguments[0].written.value.is(Kind::kText);
  return (keyword.empty() || keyword == "device") &&
         (named || device == "\"cpu\"" || device == "'cpu'");
}

}  // namespace

Written CallWriter::WriteMethod(const Node& node, const Node& callee) {
  const Node owner_node = callee.field("object");
  const std::string name(callee.field("attribute").text());
  if (source_.at_updates && owner_node.is("subscript") &&
      owner_node.field("value").is("attribute") &&
      owner_node.field("value").field("attribute").text() == "at")
    return WriteAt(node, owner_node, name);
  const Written object = Write(owner_node);
  const Value& owner = object.value;
  const std::string plain = StrCat(Tight(object), ".", name);
  const auto list = [&] { return parts_.arguments.WriteList(node.field("arguments")); };
  // self.layer(x): an object that is kept in another one is called.
  if (owner.is(Kind::kObject))
    if (const auto kept = memory_.attributes.find(StrCat(owner.path, ".", name));
        kept != memory_.attributes.end())
      return WriteOwn(node, {plain, kept->second, true}, list());
  if (source_.changes_in_place && name == "requires_grad_" && !owner.is(Kind::kObject)) {
    log_.Idiom(StrCat(source_.tensor, ".requires_grad_"), node, target_.leaf);
    Written out{object.text, Of(Kind::kTensor, owner.dtype), object.tight};
    out.value.leaf = true;
    return out;
  }
  Arguments arguments = list();
  const MethodCall call{node, object, name, arguments};
  if (owner.is(Kind::kTape)) return parts_.tapes.WriteMethod(call);
  if (owner.is(Kind::kArray)) {
    for (CallArgument& one : arguments) one.written.text = ops_.ForNumpy(one.written);
    Written out = parts_.arguments.PlainCall(call);
    out.value = Of(name == "tolist" || name == "item" ? Kind::kUnknown : Kind::kArray);
    return out;
  }
  if (auto made = ShapeMethod(call)) return *made;
  if (auto made = TensorMethod(call)) return *made;
  Written out = parts_.arguments.PlainCall(call);
  if (owner.is(Kind::kObject)) {
    parts_.changes.CheckCall(node, StrCat(owner.path, ".", name), arguments, 1);
    if (auto special = ObjectMethod(call)) return *special;
    if (const auto found = memory_.returns.find(StrCat(owner.path, ".", name));
        found != memory_.returns.end())
      out.value = found->second;
  }
  if (owner.is(Kind::kText))
    out.value = Of(name.starts_with("split") ? Kind::kSequence : Kind::kText);
  if (name == "startswith" || name == "endswith") out.value = Of(Kind::kBool);
  return out;
}

// What a method of a tensor may mean: one of the tables, or a function that is a method, too.
std::vector<Reading> CallWriter::MethodReadings(const std::string& name) const {
  std::vector<Reading> out;
  const auto add = [&](const std::string& method) {
    for (const Reading& one : rules_.Members(from_, method))
      if (one.spelling->form == Spelling::Form::kMethod) out.push_back(one);
    if (source_.functions.empty()) return;
    const auto& functions = ops_.Readings(StrCat(source_.functions, method));
    out.insert(out.end(), functions.begin(), functions.end());
  };
  add(name);
  // relu_() does what relu() does, and keeps it.
  if (!source_.functions.empty() && name.ends_with("_") && !name.ends_with("__"))
    add(name.substr(0, name.size() - 1));
  std::erase_if(out, [&](const Reading& one) { return one.operation->untold.contains(to_); });
  return out;
}

// Shapes of TensorFlow have methods; those of the others are tuples.
std::optional<Written> CallWriter::ShapeMethod(const MethodCall& call) {
  // Nothing else has these names.
  const bool telling = call.name == "as_list" || call.name == "num_elements";
  const bool shape =
      call.object.value.is(Kind::kShape) || (telling && call.object.value.is(Kind::kUnknown));
  if (!source_.keras || !shape || !call.arguments.empty()) return std::nullopt;
  if (call.name == "as_list")
    return Written{StrCat("list(", call.object.text, ")"), Of(Kind::kSequence), true};
  if (call.name == "num_elements")
    return Written{StrCat("int(np.prod(", call.object.text, "))"), Of(Kind::kInteger), true};
  return std::nullopt;
}

// What may be a tensor's; nothing where it is surely none, or no rule says so.
std::optional<Written> CallWriter::TensorMethod(const MethodCall& call) {
  const Value& owner = call.object.value;
  const bool common = std::ranges::find(kCommon, call.name) != std::end(kCommon);
  if (!owner.is(Kind::kTensor) && (!owner.is(Kind::kUnknown) || common)) return std::nullopt;
  const std::string api = StrCat(source_.tensor, ".", call.name);
  const std::vector<Reading> readings = MethodReadings(call.name);
  if (!owner.is(Kind::kTensor) && readings.empty()) return std::nullopt;
  std::string why;
  if (auto made =
          WriteOperation({call.node, api, api, readings, call.arguments, &call.object}, &why))
    return made;
  Written out = parts_.arguments.PlainCall(call);
  out.value = Of(Kind::kTensor);
  return log_.Lacks(call.node, out, api, why);
}

// What the tables say that the twin of a framework's object can do as well.
std::optional<Written> CallWriter::TwinMethod(const MethodCall& call) {
  const std::string& path = call.object.value.path;
  for (const Reading& one : ops_.Readings(path)) {
    const auto found = one.operation->methods.find(call.name);
    if (found == one.operation->methods.end() || one.operation->untold.contains(to_)) continue;
    log_.Idiom(StrCat(FullName(path), ".", call.name), call.node, call.name);
    Written out = parts_.arguments.PlainCall(call);
    Operation given;
    given.gives = found->second;
    out.value =
        found->second == "self" ? call.object.value : ops_.Gives({&given, one.spelling, {}});
    return out;
  }
  return std::nullopt;
}

std::optional<Written> CallWriter::ObjectMethod(const MethodCall& call) {
  const auto& [node, object, name, arguments] = call;
  const std::string& path = object.value.path;
  if (auto trained = parts_.training.WriteMethod(call)) return trained;
  const bool own = networks_.contains(path);
  const bool framework = IsSpelled(path);
  if (!own && !framework) return std::nullopt;
  if (auto twin = TwinMethod(call)) return twin;
  if (source_.changes_in_place && (name == "eval" || name == "train" || name == "requires_grad_")) {
    Written out{StrCat(Tight(object), ".", name, "()"), object.value, true};
    log_.Idiom(StrCat(source_.model, ".", name), node, "Module." + name);
    if (name == "requires_grad_") out.text = object.text;
    return out;
  }
  if (source_.changes_in_place && IsPlacedOnCpu(name, arguments)) {
    log_.Idiom(StrCat(source_.model, ".", name), node, "-");
    return object;
  }
  if (source_.changes_in_place && (name == "apply" || name == "zero_grad")) {
    log_.Idiom(StrCat(source_.model, ".", name), node, "Module." + name);
    Written out{StrCat(Tight(object), ".", name, Write(node.field("arguments")).text),
                name == "apply" ? object.value : Of(Kind::kNone), true};
    return out;
  }
  if (source_.changes_in_place && name == "parameters") {
    log_.Idiom(StrCat(source_.model, ".parameters"), node, "Module.parameters");
    return Written{StrCat(Tight(object), ".parameters()"), Of(Kind::kSequence), true};
  }
  if (source_.variables && own && name == "add_weight") {
    log_.Idiom("tensorflow.keras.layers.Layer.add_weight", node, "KerasLayer");
    Written out = parts_.arguments.PlainCall(call);
    out.value = Of(Kind::kTensor, "float32");
    return out;
  }
  if (auto asked = ModuleMethod(call)) return asked;
  const bool defined =
      memory_.returns.contains(StrCat(path, ".", name)) || program_.HasFunction(name);
  if (defined) return std::nullopt;
  const std::string api = StrCat(own ? std::string(source_.model) : FullName(path), ".", name);
  return log_.Lacks(node, parts_.arguments.PlainCall(call), api, NoTwin());
}

// What modules of PyTorch tell of their parts and weights: helpers of the twin go through them.
std::optional<Written> CallWriter::ModuleMethod(const MethodCall& call) {
  static const std::map<std::string, Kind> kTelling = {
      {"named_parameters", Kind::kSequence}, {"named_modules", Kind::kSequence},
      {"named_children", Kind::kSequence},   {"modules", Kind::kSequence},
      {"children", Kind::kSequence},         {"buffers", Kind::kSequence},
      {"named_buffers", Kind::kSequence},    {"state_dict", Kind::kUnknown},
      {"load_state_dict", Kind::kUnknown},   {"register_buffer", Kind::kNone}};
  const auto found = kTelling.find(call.name);
  if (!source_.changes_in_place || found == kTelling.end()) return std::nullopt;
  if (memory_.returns.contains(StrCat(call.object.value.path, ".", call.name))) return std::nullopt;
  if (call.name == "register_buffer" && call.arguments.size() > 1) {
    const std::string& text = call.arguments[0].written.text;
    if (text.size() > 2)
      memory_.attributes[StrCat(call.object.value.path, ".", text.substr(1, text.size() - 2))] =
          call.arguments[1].written.value;
  }
  log_.Idiom(StrCat(source_.model, ".", call.name), call.node, "Module." + call.name);
  std::vector<std::string> texts = {call.object.text};
  for (const CallArgument& one : call.arguments)
    texts.push_back(
        StrCat(one.keyword, one.keyword.empty() || one.spread ? "" : "=", one.written.text));
  return Written{StrCat(log_.Helper(call.name), "(", Join(texts, ", "), ")"), Of(found->second),
                 true};
}

// x.at[index].set(value).
Written CallWriter::WriteAt(const Node& node, const Node& place, const std::string& method) {
  const Written owner = Write(place.field("value").field("object"));
  const auto arguments = parts_.arguments.WriteList(node.field("arguments"));
  bool simple = false;
  const std::string index = parts_.operators.WriteIndex(place, &simple);
  const std::string where = simple ? index : StrCat("np.s_[", index, "]");
  const std::map<std::string, std::string> signs = {
      {"set", ""},     {"add", "+"},    {"subtract", "-"},  {"multiply", "*"}, {"mul", "*"},
      {"divide", "/"}, {"power", "**"}, {"max", "maximum"}, {"min", "minimum"}};
  const auto sign = signs.find(method);
  Written out{std::string(node.text()), Of(Kind::kTensor, owner.value.dtype), true};
  const std::string item = StrCat(Tight(owner), "[", index, "]");
  if (method == "get" && arguments.empty()) {
    log_.Use(source_.update, node, "-", "rule");
    out.text = item;
    return out;
  }
  if (sign == signs.end() || arguments.size() != 1)
    return log_.Leave(node, out, StrCat(source_.update, ".", method),
                      "no rule for this way to change elements");
  const Written& given = arguments[0].written;
  std::string value = given.text;
  if (!target_.changes_in_place && !sign->second.empty()) {
    // A place that stands twice in the index changes twice.
    log_.Use(source_.update, node, "with_change", "rule", rules_.ApisOfHelper(to_, "with_change"));
    out.text = StrCat(log_.Helper("with_change"), "(", owner.text, ", ", where, ", ", value, ", \"",
                      method, "\")");
    return out;
  }
  // An index that may be an array may name a place twice, which then gets both.
  const bool number = !index.empty() && (std::isdigit(index[0]) != 0 || index[0] == '-');
  if (method == "add" && simple && !number) {
    log_.Use(source_.update, node, "with_added", "rule", rules_.ApisOfHelper(to_, "with_added"));
    out.text = StrCat(log_.Helper("with_added"), "(", owner.text, ", ", where, ", ", value, ")");
    return out;
  }
  if (method == "max" || method == "min") {
    value =
        StrCat(target_.module, sign->second, "(", item, ", ",
               given.value.number() && target_.only_tensors ? writes_.Scalar(value) : value, ")");
  } else if (!sign->second.empty()) {
    value = StrCat(item, " ", sign->second, " ", Tight(given));
  }
  log_.Use(source_.update, node, "with_item", "rule", rules_.ApisOfHelper(to_, "with_item"));
  out.text = StrCat(log_.Helper("with_item"), "(", owner.text, ", ", where, ", ", value, ")");
  return out;
}

}  // namespace assay::mirror
