// Optimisers of PyTorch over variables of the program: the twin is handed values and gradients at
// each step.
#include <algorithm>

#include "base/strings.h"
#include "mirror/rewrite/writer.h"

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

struct KnownOptimizer {
  std::string_view path, helper;
  std::vector<std::string_view> options;  // in the order of their places
};

const KnownOptimizer* FindOptimizer(const std::string& path) {
  static const std::vector<KnownOptimizer> kAll = {
      {"torch.optim.SGD", "SGD", {"lr", "momentum", "dampening", "weight_decay", "nesterov"}},
      {"torch.optim.Adam", "Adam", {"lr", "betas", "eps", "weight_decay"}},
      {"torch.optim.AdamW", "AdamW", {"lr", "betas", "eps", "weight_decay"}}};
  const auto found = std::find_if(kAll.begin(), kAll.end(),
                                  [&](const KnownOptimizer& one) { return one.path == path; });
  return found == kAll.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Written> Writer::OptimizerCall(const Node& node, const std::string& path,
                                             const std::vector<Argument>& arguments) {
  const KnownOptimizer* known = FindOptimizer(path);
  if (known == nullptr || arguments.empty()) return std::nullopt;
  const Node list =
      arguments[0].keyword.empty() ? arguments[0].node : arguments[0].node.field("value");
  if (!list.is("list") && !list.is("tuple")) return std::nullopt;
  Value value = Of(Kind::kObject);
  value.path = path;
  for (const Node& one : list.children()) {
    if (!one.is("identifier") || !memory_.leaves.contains(std::string(one.text())))
      return std::nullopt;
    value.choices.emplace_back(one.text());
  }
  std::vector<std::string> options;
  for (size_t k = 1; k < arguments.size(); ++k) {
    const std::string name = !arguments[k].keyword.empty()   ? arguments[k].keyword
                             : k - 1 < known->options.size() ? std::string(known->options[k - 1])
                                                             : "";
    if (std::find(known->options.begin(), known->options.end(), name) == known->options.end())
      return std::nullopt;
    options.push_back(StrCat(name, "=", arguments[k].written.text));
  }
  log_.Use(path, node, std::string(known->helper), "idiom");
  return Written{StrCat(log_.Helper(std::string(known->helper)), "(", Join(options, ", "), ")"),
                 value, true};
}

std::optional<Written> Writer::OptimizerMethod(const Node& node, const Written& object,
                                               const std::string& name) {
  const KnownOptimizer* known = FindOptimizer(object.value.path);
  if (known == nullptr || object.value.choices.empty()) return std::nullopt;
  const std::vector<std::string>& leaves = object.value.choices;
  std::vector<std::string> grads;
  for (const std::string& leaf : leaves) grads.push_back(leaf + "_grad");
  const std::string api = StrCat(known->path, ".", name);
  if (name == "zero_grad") {
    log_.Use(api, node, "-", "idiom");
    return Written{StrCat(Join(grads, " = "), " = 0.0"), Of(Kind::kNone), false};
  }
  if (name != "step" || !node.field("arguments").children().empty()) return std::nullopt;
  log_.Use(api, node, std::string(known->helper), "idiom");
  const std::string step =
      StrCat(Tight(object), ".step([", Join(leaves, ", "), "], [", Join(grads, ", "), "])");
  for (const std::string& leaf : leaves) changed_.insert(leaf);
  if (target_.variables) return Written{step, Of(Kind::kNone), false};
  return Written{StrCat(Join(leaves, ", "), leaves.size() == 1 ? ", = " : " = ", step),
                 Of(Kind::kNone), false};
}

}  // namespace assay::mirror
