// Calls whose twin depends on what they are given.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/value.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

// Settings of JAX that change where and how programs run, not what they give; others (debug_nans,
// numpy_rank_promotion) are what a program is about.
bool IsHarmless(const std::string& flag) {
  constexpr std::string_view kFlags[] = {"jax_enable_x64",
                                         "jax_platform_name",
                                         "jax_platforms",
                                         "jax_disable_jit",
                                         "jax_log_compiles",
                                         "jax_traceback_filtering",
                                         "jax_threefry_partitionable"};
  return std::ranges::any_of(
      kFlags, [&](std::string_view one) { return flag.find(one) != std::string::npos; });
}

// model.to("cpu"), model.cpu(): where everything is already.
bool IsPlacedOnCpu(const std::string& method, const std::vector<CallArgument>& arguments) {
  if (method == "cpu") return arguments.empty();
  if (method != "to" || arguments.size() != 1) return false;
  const std::string& keyword = arguments[0].keyword;
  const std::string& device = arguments[0].written.text;
  return (keyword.empty() || keyword == "device") && (device == "\"cpu\"" || device == "'cpu'");
}

}  // namespace

std::optional<Written> Writer::SpecialCall(const Node& node, const std::string& path,
                                           std::vector<Argument>& arguments) {
  // A compiled object is its call.
  if (!target_.compiles_objects && !arguments.empty() &&
      arguments[0].written.value.is(Kind::kObject) &&
      (path == "torch.compile" || path == "jax.jit" || path == "torch.jit.script" ||
       path == "torch.jit.trace"))
    // A method alone would not keep an object alive that nobody else has.
    arguments[0].written.text =
        arguments[0].node.is("identifier")
            ? arguments[0].written.text + ".__call__"
            : StrCat(log_.Helper("call_of"), "(", arguments[0].written.text, ")");
  if (auto optimizer = OptimizerCall(node, path, arguments)) return optimizer;
  if (auto made = TypeCall(node, path, arguments)) return made;
  // In training, running statistics are changed in their place.
  if (path == "torch.nn.functional.batch_norm" && arguments.size() > 2) {
    std::string training = arguments.size() > 5 ? arguments[5].written.text : "False";
    for (const Argument& one : arguments)
      if (one.keyword == "training") training = one.written.text;
    for (size_t k = 1; training != "False" && k < 3; ++k)
      if (arguments[k].keyword.empty())
        CheckChangedInput(node, arguments[k], "batch_norm changes its statistics");
  }
  if (path == "jax.config.update" && !arguments.empty()) {
    const std::string& flag = arguments[0].written.text;
    memory_.wide |= flag.find("enable_x64") != std::string::npos;
    if (IsHarmless(flag)) {
      log_.Use(path, node, "-", "idiom");
      return Written{"None", Of(Kind::kNone), true};
    }
  }
  return std::nullopt;
}

// jnp.float32(1): an element type of JAX that is called makes an array of it.
std::optional<Written> Writer::TypeCall(const Node& node, const std::string& path,
                                        const std::vector<Argument>& arguments) {
  const std::string dtype = rules_.DtypeOf(from_, ShortName(path));
  if (!source_.callable_types || dtype.empty() || arguments.size() != 1 ||
      !arguments[0].keyword.empty() || arguments[0].spread)
    return std::nullopt;
  const Written& given = arguments[0].written;
  const std::string type = WritePath(path, node.field("function")).text;
  Written out{"", Of(Kind::kTensor, dtype), true};
  out.value.scalar = given.value.number();
  const bool torch = target_.only_tensors;
  if (given.value.is(Kind::kTensor) && torch)
    out.text = StrCat(Tight(given), ".to(", type, ")");
  else if (IsNumeric(given.value))
    out.text = StrCat(torch ? "torch.tensor(" : "tf.constant(", given.text, ", dtype=", type, ")");
  else
    out.text = torch ? StrCat("torch.as_tensor(", given.text, ", dtype=", type, ")")
                     : StrCat("tf.cast(", given.text, ", ", type, ")");
  return out;
}

std::optional<Written> Writer::ObjectMethod(const Node& node, const Written& object,
                                            const std::string& name,
                                            const std::vector<Argument>& arguments) {
  const std::string& path = object.value.path;
  if (auto optimizer = OptimizerMethod(node, object, name)) return optimizer;
  if (auto keras = KerasMethod(node, object, name, arguments)) return keras;
  const bool own = modules_.contains(path);
  const bool framework =
      path.starts_with("torch.") || path.starts_with("tf.") || path.starts_with("jax.");
  if (!own && !framework) return std::nullopt;
  if (source_.changes_in_place && (name == "eval" || name == "train" || name == "requires_grad_")) {
    Written out{StrCat(Tight(object), ".", name, "()"), object.value, true};
    log_.Use("torch.nn.Module." + name, node, "Module." + name, "idiom");
    if (name == "requires_grad_") out.text = object.text;
    return out;
  }
  if (source_.changes_in_place && IsPlacedOnCpu(name, arguments)) {
    log_.Use("torch.nn.Module." + name, node, "-", "idiom");
    return object;
  }
  if (source_.changes_in_place && name == "parameters") {
    log_.Use("torch.nn.Module.parameters", node, "Module.parameters", "idiom");
    return Written{StrCat(Tight(object), ".parameters()"), Of(Kind::kSequence), true};
  }
  if (source_.variables && own && name == "add_weight") {
    log_.Use("tensorflow.keras.layers.Layer.add_weight", node, "KerasLayer", "idiom");
    Written out = PlainCall(node, StrCat(Tight(object), ".", name), arguments);
    out.value = Of(Kind::kTensor, "float32");
    return out;
  }
  const bool defined =
      memory_.returns.contains(StrCat(path, ".", name)) || functions_.contains(name);
  if (defined) return std::nullopt;
  const std::string api = StrCat(own ? std::string(source_.model) : FullName(path), ".", name);
  log_.Use(api, node, "", "");
  return log_.Leave(node, PlainCall(node, StrCat(Tight(object), ".", name), arguments), api,
                    StrCat("has no twin in ", to_));
}

// Calls of the program's own functions and objects, and of Python's.
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
                      "a function whose name is only known when it runs");
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
