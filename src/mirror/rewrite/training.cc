#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/gradients.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

struct KnownLayer {
  std::string_view method;
  std::vector<std::string_view> keywords;  // that the helper takes
  Kind gives;
};

const std::vector<KnownLayer>& ModelMethods() {
  static const std::vector<KnownLayer> kAll = {
      {"compile", {"optimizer", "loss"}, Kind::kNone},
      {"fit", {"x", "y", "epochs", "batch_size", "verbose", "shuffle"}, Kind::kUnknown},
      {"evaluate", {"x", "y", "verbose"}, Kind::kFloat},
      {"predict", {"x", "batch_size", "verbose"}, Kind::kArray},
      {"summary", {"line_length", "expand_nested", "show_trainable", "print_fn"}, Kind::kNone},
      {"add", {"layer"}, Kind::kNone},
      {"get_weights", {}, Kind::kSequence},
      {"set_weights", {"weights"}, Kind::kNone},
      {"count_params", {}, Kind::kInteger},
      {"build", {"input_shape"}, Kind::kNone}};
  return kAll;
}

bool IsModel(const std::string& path) {
  return path == "tf.keras.Sequential" || path == "tf.keras.models.Sequential" ||
         path == "tf.keras.Model" || path == "tf.keras.models.Model";
}

struct KnownOptimizer {
  std::string_view path, helper;
  std::vector<std::string_view> options;  // in the order of their places
};

const KnownOptimizer* FindOptimizer(const std::string& path) {
  static const std::vector<KnownOptimizer> kAll = {
      {"torch.optim.SGD", "SGD", {"lr", "momentum", "dampening", "weight_decay", "nesterov"}},
      {"torch.optim.Adam", "Adam", {"lr", "betas", "eps", "weight_decay", "amsgrad"}},
      {"torch.optim.NAdam", "NAdam", {"lr", "betas", "eps", "weight_decay", "momentum_decay"}},
      {"torch.optim.RAdam", "RAdam", {"lr", "betas", "eps", "weight_decay"}},
      {"torch.optim.AdamW", "AdamW", {"lr", "betas", "eps", "weight_decay"}},
      {"torch.optim.RMSprop",
       "RMSprop",
       {"lr", "alpha", "eps", "weight_decay", "momentum", "centered"}},
      {"torch.optim.Adagrad",
       "Adagrad",
       {"lr", "", "weight_decay", "initial_accumulator_value", "eps"}},
      {"torch.optim.Adadelta", "Adadelta", {"lr", "rho", "eps", "weight_decay"}},
      {"torch.optim.Adamax", "Adamax", {"lr", "betas", "eps", "weight_decay"}}};
  const auto found = std::ranges::find(kAll, path, &KnownOptimizer::path);
  return found == kAll.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Written> TrainingWriter::WriteMethod(const MethodCall& call) {
  if (auto made = OptimizerMethod(call)) return made;
  const auto& [node, object, name, arguments] = call;
  if (!source_.keras) return std::nullopt;
  const std::string& path = object.value.path;
  if (path.starts_with("tf.keras.optimizers.") && name == "apply_gradients")
    return ApplyGradients(call);
  const bool of_layers = name == "get_weights" || name == "count_params" ||
                         (target_.changes_in_place && (name == "set_weights" || name == "build"));
  const bool layer = path.starts_with("tf.keras.layers.") && of_layers;
  if (!IsModel(path) && !layer) return std::nullopt;
  // Helpers of JAX have no others than these.
  if (!target_.changes_in_place && (name == "set_weights" || name == "build")) return std::nullopt;
  const auto found = std::ranges::find(ModelMethods(), name, &KnownLayer::method);
  if (found == ModelMethods().end()) return std::nullopt;
  for (const CallArgument& one : arguments) {
    const auto& known = found->keywords;
    if (one.spread ||
        (!one.keyword.empty() && std::ranges::find(known, one.keyword) == known.end()))
      return std::nullopt;
  }
  if (name == "summary") {
    log_.Idiom(StrCat(FullName(path), ".summary"), node, "-");
    return Written{"None", Of(Kind::kNone), true};
  }
  // Training as a whole is nothing that the others have: a helper does it.
  const bool whole = name == "compile" || name == "fit" || name == "evaluate";
  log_.Idiom(StrCat(FullName(path), ".", name), node, StrCat("KerasSequential.", name),
             {.emulated = whole});
  Written out = arguments_.PlainCall(call);
  out.value = Of(found->gives);
  return out;
}

// optimizer.apply_gradients(zip(gradients, [a, b])): variables of PyTorch change in their place,
// values of JAX are new ones.
std::optional<Written> TrainingWriter::ApplyGradients(const MethodCall& call) {
  const auto& [node, object, name, arguments] = call;
  if (arguments.size() != 1 || !arguments[0].keyword.empty()) return std::nullopt;
  const std::string& path = object.value.path;
  const std::string api = FullName(path) + ".apply_gradients";
  const std::string helper = StrCat("Keras", path.substr(path.rfind('.') + 1));
  const Node zip = arguments[0].node;
  const std::vector<Node> parts = zip.is("call") && zip.field("function").text() == "zip"
                                      ? zip.field("arguments").children()
                                      : std::vector<Node>{};
  const bool layers = parts.size() == 2 && Write(parts[1]).value.path == kWeights;
  if (target_.changes_in_place || layers) {
    log_.Idiom(api, node, "KerasOptimizer.apply_gradients", rules_.ApisOfHelper(to_, helper));
    Written out = arguments_.PlainCall(call);
    out.value = Of(Kind::kNone);
    return out;
  }
  if (parts.size() != 2 || !parts[1].is("list")) return std::nullopt;
  std::vector<std::string> names;
  for (const Node& one : parts[1].children()) {
    if (!one.is("identifier")) return std::nullopt;
    names.emplace_back(one.text());
  }
  log_.Idiom(api, node, "KerasOptimizer.step", rules_.ApisOfHelper(to_, helper));
  for (const std::string& one : names) effects_.changed.insert(one);
  return Written{StrCat(Join(names, ", "), names.size() == 1 ? ", = " : " = ", Tight(object),
                        ".step([", Join(names, ", "), "], ", Write(parts[0]).text, ")"),
                 Of(Kind::kNone), false};
}

std::optional<Written> TrainingWriter::WriteMember(const Node& node, const Written& object,
                                                   const std::string& name) {
  const std::string& path = object.value.path;
  const bool known = IsModel(path) || path.starts_with("tf.keras.layers.");
  if (!source_.keras || (!known && !networks_.contains(path))) return std::nullopt;
  const bool trained = name == "trainable_variables" || name == "trainable_weights";
  const bool others = name == "non_trainable_variables" || name == "non_trainable_weights";
  const bool all = name == "weights" || name == "variables";
  if (!trained && (!target_.changes_in_place || (!others && !all))) return std::nullopt;
  log_.Idiom("tensorflow.keras.Model." + name, node, "Module.parameters");
  const std::string helper = trained  ? "trainable_weights"
                             : others ? "fixed_weights"
                                      : "all_weights";
  Value value = Of(Kind::kSequence);
  value.path = kWeights;
  return Written{StrCat(log_.Helper(helper), "(", object.text, ")"), value, true};
}

// Optimisers of PyTorch over variables of the program: the twin is handed values and gradients at
// each step.
std::optional<Written> TrainingWriter::WriteCall(const Node& node, const std::string& path,
                                                 const Arguments& arguments) {
  const KnownOptimizer* known = FindOptimizer(path);
  if (known == nullptr || arguments.empty()) return std::nullopt;
  const Node list = arguments[0].value();
  const bool told = list.is("list") || list.is("tuple");
  const auto leaf = [&](const Node& one) {
    return one.is("identifier") && memory_.leaves.contains(one.text());
  };
  const std::vector<Node> leaves = told ? list.children() : std::vector<Node>{};
  // By the weights of layers: a helper keeps their gradients.
  const bool layers = !told || !std::ranges::all_of(leaves, leaf);
  // Groups with options of their own.
  const auto group = [](const Node& one) { return one.is("dictionary"); };
  if (group(list) || std::ranges::any_of(leaves, group)) return std::nullopt;
  Value value = Of(Kind::kObject);
  value.path = path;
  if (!layers)
    for (const Node& one : leaves) value.choices.emplace_back(one.text());
  std::vector<std::string> options;
  for (size_t k = 1; k < arguments.size(); ++k) {
    const std::string name = !arguments[k].keyword.empty()   ? arguments[k].keyword
                             : k - 1 < known->options.size() ? std::string(known->options[k - 1])
                                                             : "";
    const std::string& text = arguments[k].written.text;
    if (name.empty() || std::ranges::find(known->options, name) == known->options.end())
      return std::nullopt;
    // Neither Keras nor Optax has it.
    if (name == "dampening") {
      if (text != "0" && text != "0.0") return std::nullopt;
      continue;
    }
    options.push_back(StrCat(name, "=", text));
  }
  const std::string helper(known->helper);
  log_.Idiom(path, node, helper, rules_.ApisOfHelper(to_, helper));
  std::string text = StrCat(log_.Helper(helper), "(", Join(options, ", "), ")");
  if (layers) {
    memory_.trains_layers = true;
    text = StrCat(log_.Helper("Trained"), "(", text, ", ", arguments[0].written.text, ")");
  }
  return Written{text, value, true};
}

std::optional<Written> TrainingWriter::OptimizerMethod(const MethodCall& call) {
  const auto& [node, object, name, arguments] = call;
  const KnownOptimizer* known = FindOptimizer(object.value.path);
  if (known == nullptr) return std::nullopt;
  const std::vector<std::string>& leaves = object.value.choices;
  if (leaves.empty() && (name == "step" || name == "zero_grad")) {
    const std::string helper(known->helper);
    log_.Idiom(StrCat(known->path, ".", name), node, "Trained." + name,
               name == "step" ? rules_.ApisOfHelper(to_, helper) : TwinApis{});
    return Written{StrCat(Tight(object), ".", name, "()"), Of(Kind::kNone), false};
  }
  if (leaves.empty()) return std::nullopt;
  std::vector<std::string> grads;
  for (const std::string& leaf : leaves) grads.push_back(leaf + "_grad");
  const std::string api = StrCat(known->path, ".", name);
  if (name == "zero_grad") {
    log_.Idiom(api, node, "-");
    return Written{StrCat(Join(grads, " = "), " = 0.0"), Of(Kind::kNone), false};
  }
  if (name != "step" || !node.field("arguments").children().empty()) return std::nullopt;
  log_.Idiom(api, node, known->helper, rules_.ApisOfHelper(to_, std::string(known->helper)));
  const std::string step =
      StrCat(Tight(object), ".step([", Join(leaves, ", "), "], [", Join(grads, ", "), "])");
  for (const std::string& leaf : leaves) effects_.changed.insert(leaf);
  if (target_.variables) return Written{step, Of(Kind::kNone), false};
  return Written{StrCat(Join(leaves, ", "), leaves.size() == 1 ? ", = " : " = ", step),
                 Of(Kind::kNone), false};
}

}  // namespace assay::mirror
