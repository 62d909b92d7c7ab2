#include "program/parse/decompose.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/strings.h"
#include "program/parse/model_apis.h"
#include "program/parse/names.h"

namespace assay::program {
namespace {

class Decomposer {
 public:
  explicit Decomposer(const Program& program) : program_(program) {
    for (const Variable& variable : program.variables)
      variables_[variable.name].push_back(&variable);
  }

  Decomposition Run() {
    FindClasses();
    FindContainers();
    FindOptimisers();
    FindFunctions();
    FindInputs();
    return std::move(out_);
  }

 private:
  // Calls lie in the order of their ends, and two never overlap but one holds the other.
  std::span<const Call> CallsIn(const Span& span) const {
    const auto ends_before = [](const Call& call, uint32_t at) { return call.span.end <= at; };
    const auto first =
        std::lower_bound(program_.calls.begin(), program_.calls.end(), span.begin, ends_before);
    const auto last = std::lower_bound(first, program_.calls.end(), span.end, ends_before);
    return {first, last};
  }
  size_t PlaceOf(const Call& call) const {
    return static_cast<size_t>(&call - program_.calls.data());
  }

  void AddModel(ModelPart part) {
    for (const Call& call : CallsIn(part.span))
      if (IsLayer(call.api)) part.layers.push_back(PlaceOf(call));
    if (!InModel(part.span)) outermost_[part.span.begin] = part.span.end;
    out_.models.push_back(std::move(part));
  }

  void FindClasses() {
    for (const Definition& made : program_.definitions) {
      if (made.kind != Definition::Kind::kClass) continue;
      const std::string framework = FrameworkOfClass(program_, made);
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
    auto next = outermost_.upper_bound(span.begin);
    return next != outermost_.begin() && std::prev(next)->second >= span.end;
  }

  void FindContainers() {
    // From the back, so that one which holds others comes before them.
    std::vector<const Call*> found;
    uint32_t begin = UINT32_MAX;
    for (auto call = program_.calls.rbegin(); call != program_.calls.rend(); ++call) {
      if (!IsContainer(call->api) || call->span.begin >= begin || InModel(call->span)) continue;
      begin = call->span.begin;
      found.push_back(&*call);
    }
    std::ranges::reverse(found);
    for (const Call* call : found) {
      AddModel({ModelPart::Kind::kFunctional,
                call->assigned.empty() ? call->written : call->assigned,
                FrameworkOfApi(call->api),
                call->span,
                call->line,
                {}});
      if (call->api.ends_with(".Model")) AddLayersBefore(*call);
    }
  }
  // Model(inputs, outputs): its layers were called before, in the same function.
  void AddLayersBefore(const Call& model) {
    constexpr size_t kMostBefore = 1000;  // calls looked at
    const std::span<const Call> before = CallsIn({0, model.span.begin});
    for (const Call& call : before.last(std::min(before.size(), kMostBefore)))
      if (call.inside == model.inside && IsLayer(call.api) && !call.api.ends_with(".__call__"))
        out_.models.back().layers.push_back(PlaceOf(call));
  }

  // Functions that an optimiser is given, as @api above them or by name.
  std::set<std::string> OptimisedNames() const {
    std::set<std::string> names;
    for (const OptimiserPart& part : out_.optimisers) {
      const Call& call = program_.calls[part.call];
      if (!call.decorates.empty()) names.insert(call.decorates);
      if (!call.arguments.empty()) names.insert(call.arguments[0].text);
    }
    return names;
  }

  // Functions that use functional layers or are optimised, outside of model classes.
  void FindFunctions() {
    const std::set<std::string> optimised = OptimisedNames();
    for (const Definition& made : program_.definitions) {
      if (made.kind != Definition::Kind::kFunction || made.name.find('.') != std::string::npos)
        continue;
      const std::span<const Call> inside = CallsIn(made.body);
      const auto uses = std::ranges::find_if(
          inside, [](const Call& call) { return IsFunctionalLayer(call.api); });
      if (uses == inside.end() && !optimised.contains(made.name)) continue;
      AddModel(
          {ModelPart::Kind::kFunction, made.name, FrameworkOf(inside), made.span, made.line, {}});
    }
  }
  // Of the first call of a framework in a function; of the program's first import otherwise.
  std::string FrameworkOf(std::span<const Call> calls) const {
    for (const Call& call : calls)
      if (const std::string found = FrameworkOfApi(call.api); !found.empty()) return found;
    for (const Import& import : program_.imports)
      if (const std::string found = FrameworkOfApi(import.full); !found.empty()) return found;
    return "";
  }

  void FindOptimisers() {
    for (size_t i = 0; i < program_.calls.size(); ++i) {
      const std::string technique = OptimiserTechnique(program_.calls[i].api);
      if (!technique.empty()) out_.optimisers.push_back({program_.calls[i].api, technique, i});
    }
    std::ranges::stable_sort(out_.optimisers, [this](const auto& a, const auto& b) {
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
      if (InModel(call.span) || (!models.contains(ModelOf(call)) && !CallsModelAtOnce(call)))
        continue;
      for (const Argument& argument : call.arguments) AddInput(argument, call);
    }
    // Example inputs of tracers and exporters.
    for (const OptimiserPart& part : out_.optimisers) {
      const Call& call = program_.calls[part.call];
      for (size_t i = 1; i < call.arguments.size(); ++i) AddInput(call.arguments[i], call);
    }
  }
  // "model" of model(x) and of model.predict(x).
  static std::string ModelOf(const Call& call) {
    constexpr std::string_view kFeeding[] = {
        ".fit",  ".predict",  ".evaluate",       ".forward",
        ".call", ".__call__", ".train_on_batch", ".predict_on_batch"};
    for (const std::string_view method : kFeeding)
      if (call.written.ends_with(method))
        return call.written.substr(0, call.written.size() - method.size());
    return call.written;
  }
  // Net()(x)
  bool CallsModelAtOnce(const Call& call) const {
    const std::string head = call.written.substr(0, call.written.find('('));
    return head.size() < call.written.size() && call.written.ends_with(')') &&
           classes_.contains(head);
  }

  void AddInput(const Argument& argument, const Call& call) {
    const Variable* variable = nullptr;
    if (const auto named = variables_.find(argument.text); named != variables_.end())
      for (const Variable* candidate : named->second)
        if (candidate->span.begin < call.span.begin) variable = candidate;
    if (variable != nullptr && IsTensorType(variable->type)) {
      const std::string text = program_.tree.text().substr(
          variable->span.begin, variable->span.end - variable->span.begin);
      return AddOnce({variable->name, variable->type, text, variable->span, variable->line});
    }
    // Made in place, perhaps in a tuple: model(torch.ones(2)). The last one holds those before it.
    const std::span<const Call> inside = CallsIn(argument.span);
    uint32_t begin = UINT32_MAX;
    for (auto inner = inside.rbegin(); inner != inside.rend(); ++inner) {
      if (inner->span.begin >= begin) continue;
      begin = inner->span.begin;
      if (IsTensorType(ResultType(inner->api)))
        return AddOnce(
            {argument.text, ResultType(inner->api), argument.text, argument.span, call.line});
    }
  }
  void AddOnce(InputPart part) {
    if (known_inputs_.emplace(part.span.begin, part.span.end).second)
      out_.inputs.push_back(std::move(part));
  }

  const Program& program_;
  Decomposition out_;
  std::set<std::string> classes_;
  std::map<std::string, std::vector<const Variable*>> variables_;  // in the order of assignment
  std::map<uint32_t, uint32_t> outermost_;  // begin and end of models that lie in no other
  std::set<std::pair<uint32_t, uint32_t>> known_inputs_;
};

}  // namespace

Decomposition Decompose(const Program& program) { return Decomposer(program).Run(); }

}  // namespace assay::program
