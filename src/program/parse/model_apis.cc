#include "program/parse/model_apis.h"

#include <algorithm>
#include <set>

#include "program/parse/decompose.h"

namespace assay::program {
namespace {

struct Optimiser {
  std::string_view prefix, technique;
};
constexpr Optimiser kOptimisers[] = {
#define OPTIMISER(prefix, technique) {prefix, technique},
#include "program/parse/optimiser_apis.def"
#undef OPTIMISER
};

// Where layers come from; prefixes of full names.
constexpr std::string_view kLayerModules[] = {"torch.nn.",        "tensorflow.keras.layers.",
                                              "keras.layers.",    "tensorflow.nn.",
                                              "tf_keras.layers.", "jax.nn.",
                                              "flax.linen."};
constexpr std::string_view kFunctionalModules[] = {"torch.nn.functional.",
                                                   "tensorflow.keras.layers.", "keras.layers."};
constexpr std::string_view kContainers[] = {"torch.nn.Sequential",
                                            "tensorflow.keras.Sequential",
                                            "tensorflow.keras.models.Sequential",
                                            "tensorflow.keras.Model",
                                            "tensorflow.keras.models.Model",
                                            "keras.Sequential",
                                            "keras.models.Sequential",
                                            "keras.Model",
                                            "keras.models.Model"};

bool StartsWithAny(std::string_view text, const auto& prefixes) {
  return std::ranges::any_of(prefixes, [&](auto prefix) { return text.starts_with(prefix); });
}

// torch for torch.nn.Module, tensorflow for what keras calls a model; "" otherwise. `seen` holds
// the classes that were asked already: some inherit from themselves.
std::string FrameworkOfBase(const Program& program, const std::string& base,
                            std::set<std::string>& seen) {
  if (base.starts_with("torch.") && (base.ends_with(".Module") || base.ends_with(".ScriptModule")))
    return "torch";
  const bool keras = base.starts_with("tensorflow.") || base.starts_with("keras.") ||
                     base.starts_with("tf_keras.");
  if (keras && (base.ends_with(".Model") || base.ends_with(".Layer") || base.ends_with(".Module") ||
                base.ends_with(".Sequential")))
    return "tensorflow";
  const Definition* own = program.FindDefinition(base);
  if (own == nullptr || !seen.insert(base).second) return "";
  for (const std::string& next : own->bases)
    if (const std::string found = FrameworkOfBase(program, next, seen); !found.empty())
      return found;
  return "";
}

}  // namespace

bool IsLayer(std::string_view api) { return StartsWithAny(api, kLayerModules); }

bool IsFunctionalLayer(std::string_view api) { return StartsWithAny(api, kFunctionalModules); }

bool IsContainer(std::string_view api) {
  return std::ranges::find(kContainers, api) != std::end(kContainers);
}

std::string FrameworkOfApi(std::string_view api) {
  const std::string root = RootOf(api);
  if (root == "torch" || root == "jax") return root;
  return root == "tensorflow" || root == "keras" || root == "tf_keras" ? "tensorflow" : "";
}

std::string FrameworkOfClass(const Program& program, const Definition& made) {
  std::set<std::string> seen;
  for (const std::string& base : made.bases)
    if (const std::string found = FrameworkOfBase(program, base, seen); !found.empty())
      return found;
  return "";
}

std::string OptimiserTechnique(std::string_view api) {
  std::string_view technique;
  size_t longest = 0;
  for (const Optimiser& known : kOptimisers) {
    const bool fits =
        known.prefix.ends_with('.') ? api.starts_with(known.prefix) : api == known.prefix;
    if (!fits || known.prefix.size() < longest) continue;
    longest = known.prefix.size();
    technique = known.technique;
  }
  return std::string(technique);
}

}  // namespace assay::program
