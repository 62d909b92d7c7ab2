// Calls whose twin depends on what they are given.
#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

}  // namespace

std::optional<Written> Writer::SpecialCall(const Node& node, const std::string& path,
                                           std::vector<Argument>& arguments) {
  // A compiled object is its call.
  if (to_ == "tensorflow" && !arguments.empty() && arguments[0].written.value.is(Kind::kObject) &&
      (path == "torch.compile" || path == "jax.jit" || path == "torch.jit.script" ||
       path == "torch.jit.trace"))
    // A method alone would not keep an object alive that nobody else has.
    arguments[0].written.text =
        arguments[0].node.is("identifier")
            ? arguments[0].written.text + ".__call__"
            : StrCat(Helper("call_of"), "(", arguments[0].written.text, ")");
  if (auto optimizer = OptimizerCall(node, path, arguments)) return optimizer;
  // In training, running statistics are changed in their place.
  if (path == "torch.nn.functional.batch_norm" && arguments.size() > 2) {
    std::string training = arguments.size() > 5 ? arguments[5].written.text : "False";
    for (const Argument& one : arguments)
      if (one.keyword == "training") training = one.written.text;
    for (size_t k = 1; training != "False" && k < 3; ++k)
      if (arguments[k].keyword.empty())
        CheckChangedInput(node, arguments[k], "batch_norm changes its statistics");
  }
  if (path == "jax.config.update") {
    memory_.wide |=
        !arguments.empty() && arguments[0].written.text.find("enable_x64") != std::string::npos;
    Use(path, node, "-", "idiom");
    return Written{"None", Of(Kind::kNone), true};
  }
  return std::nullopt;
}

std::optional<Written> Writer::ObjectMethod(const Node& node, const Written& object,
                                            const std::string& name,
                                            const std::vector<Argument>& arguments) {
  const std::string& path = object.value.path;
  if (auto optimizer = OptimizerMethod(node, object, name)) return optimizer;
  const bool own = modules_.contains(path);
  const bool framework =
      path.starts_with("torch.") || path.starts_with("tf.") || path.starts_with("jax.");
  if (!own && !framework) return std::nullopt;
  if (from_ == "torch" && (name == "eval" || name == "train" || name == "requires_grad_")) {
    Written out{StrCat(Tight(object), ".", name, "()"), object.value, true};
    Use("torch.nn.Module." + name, node, "Module." + name, "idiom");
    if (name == "requires_grad_") out.text = object.text;
    return out;
  }
  if (from_ == "torch" && name == "parameters") {
    Use("torch.nn.Module.parameters", node, "Module.parameters", "idiom");
    return Written{StrCat(Tight(object), ".parameters()"), Of(Kind::kSequence), true};
  }
  if (from_ == "tensorflow" && own && name == "add_weight") {
    Use("tensorflow.keras.layers.Layer.add_weight", node, "KerasLayer", "idiom");
    Written out = PlainCall(node, StrCat(Tight(object), ".", name), arguments);
    out.value = Of(Kind::kTensor, "float32");
    return out;
  }
  const bool defined =
      memory_.returns.contains(StrCat(path, ".", name)) || functions_.contains(name);
  if (defined) return std::nullopt;
  const std::string api = StrCat(
      own ? (from_ == "torch" ? "torch.nn.Module" : "tensorflow.keras.Model") : FullName(path), ".",
      name);
  Use(api, node, "", "");
  return Leave(node, PlainCall(node, StrCat(Tight(object), ".", name), arguments), api,
               StrCat("has no twin in ", to_));
}

}  // namespace assay::mirror
