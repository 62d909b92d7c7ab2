#include "program/parse/decompose.h"

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "program/parse/names.h"

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
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](auto prefix) { return text.starts_with(prefix); });
}

bool Within(const Span& inner, const Span& outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

// torch for torch.nn.Module, tensorflow for what keras calls a model; "" otherwise. `depth` bounds
// classes that inherit from themselves.
std::string FrameworkOfBase(const Program& program, const std::string& base, int depth) {
  constexpr int kDeepest = 8;
  if (base.starts_with("torch.") && (base.ends_with(".Module") || base.ends_with(".ScriptModule")))
    return "torch";
  const bool keras = base.starts_with("tensorflow.") || base.starts_with("keras.") ||
                     base.starts_with("tf_keras.");
  if (keras && (base.ends_with(".Model") || base.ends_with(".Layer") || base.ends_with(".Module") ||
                base.ends_with(".Sequential")))
    return "tensorflow";
  const Definition* own = program.FindDefinition(base);
  if (own == nullptr || depth > kDeepest) return "";
  for (const std::string& next : own->bases)
    if (const std::string found = FrameworkOfBase(program, next, depth + 1); !found.empty())
      return found;
  return "";
}

class Decomposer {
 public:
  explicit Decomposer(const Program& program) : program_(program) {}

  Decomposition Run() {
    FindClasses();
    FindContainers();
    FindFunctions();
    FindOptimisers();
    FindInputs();
    return std::move(out_);
  }

 private:
  void AddModel(ModelPart part) {
    for (size_t i = 0; i < program_.calls.size(); ++i)
      if (Within(program_.calls[i].span, part.span) &&
          StartsWithAny(program_.calls[i].api, kLayerModules))
        part.layers.push_back(i);
    out_.models.push_back(std::move(part));
  }

  void FindClasses() {
    for (const Definition& made : program_.definitions) {
      if (made.kind != Definition::Kind::kClass) continue;
      std::string framework;
      for (const std::string& base : made.bases)
        if (framework.empty()) framework = FrameworkOfBase(program_, base, 0);
      if (framework.empty()) continue;
      const std::string method = framework == "torch" ? ".forward" : ".call";
      if (program_.FindDefinition(made.name + method) == nullptr &&
          program_.FindDefinition(made.name + ".__call__") == nullptr)
        continue;
      classes_.insert(made.name);
      AddModel({ModelPart::Kind::kClass, made.name, framework, made.span, made.line, {}});
    }
  }

  bool InModel(const Span& span) const {
    return std::any_of(out_.models.begin(), out_.models.end(),
                       [&](const ModelPart& part) { return Within(span, part.span); });
  }

  void FindContainers() {
    for (const Call& call : program_.calls) {
      const bool container = std::find(std::begin(kContainers), std::end(kContainers), call.api) !=
                             std::end(kContainers);
      if (!container || InModel(call.span) || NestedInContainer(call)) continue;
      AddModel({ModelPart::Kind::kFunctional,
                call.assigned.empty() ? call.written : call.assigned,
                RootOf(call.api) == "torch" ? "torch" : "tensorflow",
                call.span,
                call.line,
                {}});
    }
  }
  bool NestedInContainer(const Call& inner) const {
    return std::any_of(program_.calls.begin(), program_.calls.end(), [&](const Call& outer) {
      return !(outer.span == inner.span) && Within(inner.span, outer.span) &&
             std::find(std::begin(kContainers), std::end(kContainers), outer.api) !=
                 std::end(kContainers);
    });
  }

  // Functions that use functional layers, outside of model classes.
  void FindFunctions() {
    for (const Definition& made : program_.definitions) {
      if (made.kind != Definition::Kind::kFunction || made.name.find('.') != std::string::npos)
        continue;
      const auto uses =
          std::find_if(program_.calls.begin(), program_.calls.end(), [&](const Call& call) {
            return Within(call.span, made.body) && StartsWithAny(call.api, kFunctionalModules);
          });
      if (uses == program_.calls.end()) continue;
      AddModel({ModelPart::Kind::kFunction,
                made.name,
                RootOf(uses->api) == "torch" ? "torch" : "tensorflow",
                made.span,
                made.line,
                {}});
    }
  }

  void FindOptimisers() {
    for (size_t i = 0; i < program_.calls.size(); ++i) {
      const std::string technique = OptimiserTechnique(program_.calls[i].api);
      if (!technique.empty()) out_.optimisers.push_back({program_.calls[i].api, technique, i});
    }
    std::stable_sort(out_.optimisers.begin(), out_.optimisers.end(),
                     [this](const auto& a, const auto& b) {
                       return program_.calls[a.call].span.begin < program_.calls[b.call].span.begin;
                     });
  }

  // Names that stand for a model: its class's objects, containers, what optimisers gave.
  std::set<std::string> ModelNames() const {
    std::set<std::string> names;
    for (const ModelPart& part : out_.models)
      if (part.kind != ModelPart::Kind::kClass) names.insert(part.name);
    for (const Variable& variable : program_.variables)
      if (classes_.contains(variable.type)) names.insert(variable.name);
    for (const OptimiserPart& part : out_.optimisers)
      if (!program_.calls[part.call].assigned.empty())
        names.insert(program_.calls[part.call].assigned);
    return names;
  }

  void FindInputs() {
    const std::set<std::string> models = ModelNames();
    for (const Call& call : program_.calls) {
      if (InModel(call.span) || (!models.contains(call.written) && !CallsModelAtOnce(call)))
        continue;
      for (const Argument& argument : call.arguments) AddInput(argument, call);
    }
    // Example inputs of tracers and exporters.
    for (const OptimiserPart& part : out_.optimisers) {
      const Call& call = program_.calls[part.call];
      for (size_t i = 1; i < call.arguments.size(); ++i) AddInput(call.arguments[i], call);
    }
  }
  // Net()(x)
  bool CallsModelAtOnce(const Call& call) const {
    const std::string head = call.written.substr(0, call.written.find('('));
    return head.size() < call.written.size() && call.written.ends_with(')') &&
           classes_.contains(head);
  }

  void AddInput(const Argument& argument, const Call& call) {
    const Variable* variable = nullptr;
    for (const Variable& candidate : program_.variables)
      if (candidate.name == argument.text && candidate.span.begin < call.span.begin)
        variable = &candidate;
    if (variable != nullptr && IsTensorType(variable->type)) {
      const std::string text = program_.tree.text().substr(
          variable->span.begin, variable->span.end - variable->span.begin);
      return AddOnce({variable->name, variable->type, text, variable->span, variable->line});
    }
    // Made in place, perhaps in a tuple: model(torch.ones(2)).
    for (const Call& inner : program_.calls)
      if (Within(inner.span, argument.span) && IsTensorType(ResultType(inner.api)) &&
          inner.span == Outermost(inner, argument))
        AddOnce({argument.text, ResultType(inner.api), argument.text, argument.span, call.line});
  }
  Span Outermost(const Call& inner, const Argument& argument) const {
    Span best = inner.span;
    for (const Call& other : program_.calls)
      if (Within(best, other.span) && Within(other.span, argument.span)) best = other.span;
    return best;
  }
  void AddOnce(InputPart part) {
    for (const InputPart& known : out_.inputs)
      if (known.span == part.span) return;
    out_.inputs.push_back(std::move(part));
  }

  const Program& program_;
  Decomposition out_;
  std::set<std::string> classes_;
};

}  // namespace

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

Decomposition Decompose(const Program& program) { return Decomposer(program).Run(); }

}  // namespace assay::program
