#include "reference/evaluator.h"

#include <algorithm>
#include <unordered_map>

#include "base/strings.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::reference {
namespace {

constexpr int kMaxDepth = 32;
// Live values of one run; a model that needs more is refused rather than swapped to death.
constexpr int64_t kMaxLiveElements = int64_t{1} << 29;

// One graph being run: its values and when each is last used.
struct Scope {
  const Graph& graph;
  const std::map<std::string, int>& opsets;
  Scope* outer;
  int depth;
  std::vector<Known> values;
  std::vector<int> last_use;  // node index; node_count for outputs; -1 for never

  Scope(const Graph& g, const std::map<std::string, int>& imports, Scope* around, int nesting)
      : graph(g), opsets(imports), outer(around), depth(nesting), values(g.value_count()) {}
};

bool IsUndetermined(const Known& known) { return known.kind == Known::Kind::kUndetermined; }

int64_t Elements(const Known& known) {
  int64_t count = known.tensor.count();
  for (const Known& item : known.items) count += Elements(item);
  return count;
}

// Calls `use` for each value that the node reads, those captured by its subgraphs included.
template <typename F>
void ForEachUse(const Graph& graph, const Node& node, F use) {
  for (const ValueId id : node.inputs)
    if (id != kAbsent) use(id);
  const auto captured = [&](const Graph& subgraph) {
    for (const ValueId id : subgraph.captured) {
      const ValueId here = graph.Find(subgraph.name_of(id));
      if (here != kAbsent) use(here);
    }
  };
  for (const auto& [name, attr] : node.attrs) {
    if (const auto* one = std::get_if<GraphPtr>(&attr)) captured(**one);
    if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
      for (const GraphPtr& subgraph : *many) captured(*subgraph);
  }
}

class Runner : public ops::SubgraphRunner {
 public:
  Runner(const Model& model, const EvalOptions& options)
      : model_(model), options_(options), random_(options.random_seed) {}

  Result<Evaluation> RunModel(std::vector<Known> inputs) {
    Scope scope(model_.graph, model_.opsets, nullptr, 0);
    FindLastUses(scope);
    for (const std::string& name : options_.wanted) {
      const ValueId id = model_.graph.Find(name);
      if (id != kAbsent)
        scope.last_use[static_cast<size_t>(id)] = static_cast<int>(model_.graph.node_count());
    }
    ASSAY_RETURN_IF_ERROR(BindInputs(scope, std::move(inputs)));
    for (const auto& [name, known] : options_.given) {
      const ValueId id = model_.graph.Find(name);
      if (id == kAbsent) return Invalid(StrCat("no value is named '", name, "'"));
      scope.values[static_cast<size_t>(id)] = known;
    }
    ASSAY_RETURN_IF_ERROR(RunNodes(scope));
    Evaluation out;
    for (const std::string& name : options_.wanted) {
      const ValueId id = model_.graph.Find(name);
      if (id == kAbsent) continue;
      ASSAY_ASSIGN(Known known, Fetch(scope, id));
      out.wanted.emplace(name, std::move(known));
    }
    ASSAY_ASSIGN(out.outputs, Outputs(scope));
    return out;
  }

  Result<std::vector<Known>> Run(const Graph& graph, std::vector<Known> inputs) override {
    return RunGraph(graph, current_->opsets, current_, std::move(inputs));
  }

 private:
  Result<std::vector<Known>> RunGraph(const Graph& graph, const std::map<std::string, int>& opsets,
                                      Scope* outer, std::vector<Known> inputs) {
    const int depth = current_ == nullptr ? 0 : current_->depth + 1;
    if (depth > kMaxDepth) return Unsupported("subgraphs or functions are nested too deeply");
    Scope scope(graph, opsets, outer, depth);
    FindLastUses(scope);
    ASSAY_RETURN_IF_ERROR(BindInputs(scope, std::move(inputs)));
    Scope* const caller = current_;
    const Status status = RunNodes(scope);
    current_ = caller;
    ASSAY_RETURN_IF_ERROR(status);
    return Outputs(scope);
  }

  static void FindLastUses(Scope& scope) {
    const Graph& graph = scope.graph;
    scope.last_use.assign(graph.value_count(), -1);
    for (size_t i = 0; i < graph.node_count(); ++i)
      ForEachUse(graph, graph.node(i), [&](ValueId id) {
        scope.last_use[static_cast<size_t>(id)] = static_cast<int>(i);
      });
    for (const ValueId id : graph.outputs)
      scope.last_use[static_cast<size_t>(id)] = static_cast<int>(graph.node_count());
  }

  Status BindInputs(Scope& scope, std::vector<Known> inputs) {
    const Graph& graph = scope.graph;
    if (inputs.size() > graph.inputs.size())
      return Invalid(StrCat("the graph takes ", graph.inputs.size(), " inputs, ", inputs.size(),
                            " are given"));
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ValueId id = graph.inputs[i];
      if (scope.depth == 0 && inputs[i].is_tensor() && graph.type(id).is_tensor()) {
        const TensorType actual(inputs[i].tensor.dtype(), inputs[i].tensor.shape());
        if (!Unify(graph.type(id).tensor, actual).has_value())
          return Invalid(StrCat("input '", graph.name_of(id), "' is ", TypeText(actual),
                                ", the model needs ", TypeText(graph.type(id))));
      }
      scope.values[static_cast<size_t>(id)] = std::move(inputs[i]);
    }
    return {};
  }

  Status RunNodes(Scope& scope) {
    current_ = &scope;
    int64_t live = 0;
    for (size_t i = 0; i < scope.graph.node_count(); ++i) {
      const Node& node = scope.graph.node(i);
      if (AllGiven(scope, node)) continue;
      auto outputs = RunNode(scope, node);
      current_ = &scope;
      if (!outputs.ok()) {
        if (outputs.error().kind != ErrorKind::kUndetermined)
          return Located(scope.graph, node, outputs.error());
        outputs = std::vector<Known>(node.outputs.size(), Known::Undetermined());
      }
      if (options_.adversary != nullptr) ASSAY_RETURN_IF_ERROR(Settle(*outputs));
      if (scope.depth == 0 && options_.after_node) options_.after_node(node, *outputs);
      ASSAY_RETURN_IF_ERROR(Store(scope, node, std::move(outputs).value(), live));
      Release(scope, node, static_cast<int>(i), live);
    }
    return {};
  }

  // An execution works on points: where an operator answers that anything may come out, one thing
  // does, and everybody who reads it sees the same.
  Status Settle(std::vector<Known>& outputs) const {
    for (Known& output : outputs) {
      if (!output.is_tensor() || output.tensor.is_string()) continue;
      const Bounded& tensor = output.tensor;
      if (tensor.is_real() ? std::equal(tensor.lo().begin(), tensor.lo().end(), tensor.hi().begin())
                           : tensor.certain_ints())
        continue;
      Rules rules = options_.rules;
      rules.flush_to_zero = false;
      ASSAY_ASSIGN(Bounded settled, Bounded::From(tensor.ToTensor(), rules));
      output = Known(std::move(settled));
    }
    return {};
  }

  // Every output was supplied from outside: nothing to compute.
  bool AllGiven(const Scope& scope, const Node& node) const {
    if (options_.given.empty() || scope.depth > 0) return false;
    for (const ValueId id : node.outputs)
      if (id != kAbsent && !scope.values[static_cast<size_t>(id)].present()) return false;
    return true;
  }

  static Error Located(const Graph& graph, const Node& node, const Error& error) {
    std::string where = node.name.empty() ? StrCat("node ", node.op)
                                          : StrCat("node ", node.op, " '", node.name, "'");
    for (const ValueId id : node.outputs)
      if (id != kAbsent)
        return {error.kind, StrCat(where, " (output '", graph.name_of(id), "'): ", error.message)};
    return {error.kind, StrCat(where, ": ", error.message)};
  }

  Status Store(Scope& scope, const Node& node, std::vector<Known> outputs, int64_t& live) {
    if (outputs.size() < node.outputs.size())
      return Located(scope.graph, node,
                     Invalid(StrCat("gave ", outputs.size(), " outputs of ", node.outputs.size())));
    for (size_t k = 0; k < node.outputs.size(); ++k) {
      const ValueId id = node.outputs[k];
      if (id == kAbsent) continue;
      Known& slot = scope.values[static_cast<size_t>(id)];
      if (slot.present() && scope.depth == 0 && !options_.given.empty()) continue;  // given wins
      live += Elements(outputs[k]);
      slot = std::move(outputs[k]);
    }
    if (live > kMaxLiveElements)
      return Located(
          scope.graph, node,
          Unsupported("the values alive at this point need too much memory to evaluate"));
    return {};
  }

  static void Release(Scope& scope, const Node& node, int i, int64_t& live) {
    const auto drop = [&](ValueId id) {
      Known& known = scope.values[static_cast<size_t>(id)];
      if (scope.last_use[static_cast<size_t>(id)] > i || !known.present()) return;
      live -= Elements(known);
      known = Known();
    };
    ForEachUse(scope.graph, node, drop);
    for (const ValueId id : node.outputs)
      if (id != kAbsent) drop(id);
  }

  Result<std::vector<Known>> RunNode(Scope& scope, const Node& node) {
    std::vector<Known> inputs(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent) continue;
      ASSAY_ASSIGN(inputs[i], Fetch(scope, node.inputs[i]));
      if (IsUndetermined(inputs[i])) return Undetermined("an input is undetermined");
    }
    if (const Function* function = model_.FindFunction(node)) {
      const Graph body = BindAttributes(*function, node);
      return RunGraph(body, function->opsets, nullptr, std::move(inputs));
    }
    const ops::OpDef* op = ops::FindOp(node.domain, node.op);
    if (op == nullptr || op->evaluate == nullptr)
      return Unsupported("this operator is not evaluated");
    const auto opset = scope.opsets.find(node.domain);
    const int version = opset == scope.opsets.end() ? 0 : opset->second;
    ASSAY_RETURN_IF_ERROR(CheckPresence(node, version, inputs));
    ASSAY_RETURN_IF_ERROR(CheckRunTimeTypes(scope, node, *op, version, inputs));
    const ops::EvalCall call(node, version, inputs, options_.rules, options_.adversary, random_,
                             this);
    return op->evaluate(call);
  }

  // An input of a function that the call leaves out may end where the operator needs it.
  static Status CheckPresence(const Node& node, int opset, std::span<const Known> inputs) {
    if (std::ranges::all_of(inputs, &Known::present)) return {};
    const ops::Schema* schema = ops::FindSchema(node.domain, node.op, opset);
    if (schema == nullptr || schema->inputs.empty()) return {};
    for (size_t i = 0; i < inputs.size(); ++i)
      if (!inputs[i].present() &&
          schema->inputs[std::min(i, schema->inputs.size() - 1)].arity != ops::Arity::kOptional)
        return Invalid(StrCat("input ", i, " is left out"));
    return {};
  }

  // A value of unknown type may turn out to be a sequence where the operator takes a tensor. An
  // optional may come as its bare content.
  static Status CheckKinds(const Node& node, int opset, std::span<const Known> inputs) {
    const ops::Schema* schema = ops::FindSchema(node.domain, node.op, opset);
    if (schema == nullptr || schema->inputs.empty()) return {};
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ops::TypeSet& types = schema->inputs[std::min(i, schema->inputs.size() - 1)].type_set();
      bool fits = true;
      switch (inputs[i].kind) {
        case Known::Kind::kTensor:
          fits = (types.tensor | types.optional_tensor) != 0;
          break;
        case Known::Kind::kSequence:
          fits = (types.sequence | types.optional_sequence) != 0 || types.map;
          break;
        case Known::Kind::kOptional:
          fits = (types.optional_tensor | types.optional_sequence) != 0;
          break;
        case Known::Kind::kMap:
          fits = types.map;
          break;
        default:
          break;
      }
      if (!fits)
        return Invalid(StrCat("input ", i, " turns out to be of a kind that it does not take"));
    }
    return {};
  }

  // Where inference could not know all input shapes beforehand, it is asked again with the real
  // ones.
  Status CheckRunTimeTypes(const Scope& scope, const Node& node, const ops::OpDef& op, int opset,
                           std::span<const Known> inputs) {
    bool known_before = true;
    for (const ValueId id : node.inputs) {
      if (id == kAbsent) continue;
      const ValueType& type = scope.graph.type(id);
      if (type.is_tensor() && !type.tensor.shape().has_value()) known_before = false;
      if (type.kind == ValueType::Kind::kUnknown) known_before = false;
    }
    if (known_before && scope.depth == 0) return {};
    ASSAY_RETURN_IF_ERROR(CheckKinds(node, opset, inputs));
    std::vector<ValueType> types(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].is_tensor())
        types[i] = TensorType(inputs[i].tensor.dtype(), inputs[i].tensor.shape());
      else if (node.inputs[i] != kAbsent)
        types[i] = scope.graph.type(node.inputs[i]);
    }
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr)) return {};  // checked node by node inside
    const std::vector<const Tensor*> constants(inputs.size(), nullptr);
    const ops::InferCall call(node, opset, types, constants, nullptr);
    const auto result = op.infer(call);
    return result.ok() ? Status() : Status(result.error());
  }

  Result<Known> Fetch(Scope& scope, ValueId id) {
    Known& known = scope.values[static_cast<size_t>(id)];
    if (known.present()) return known;
    if (const Tensor* weight = scope.graph.initializer(id)) {
      Rules rules = options_.rules;
      if (options_.adversary != nullptr)
        rules.flush_to_zero = false;  // an execution works on points
      ASSAY_ASSIGN(Bounded bounded, Bounded::From(*weight, rules));
      known = Known(std::move(bounded));
      return known;
    }
    if (scope.outer != nullptr) {
      const ValueId outer_id = scope.outer->graph.Find(scope.graph.name_of(id));
      if (outer_id != kAbsent) return Fetch(*scope.outer, outer_id);
    }
    // A function input that the call leaves out, or a graph input that was not given.
    if (scope.depth > 0) return Known();
    return Invalid(StrCat("input '", scope.graph.name_of(id), "' is not given"));
  }

  Result<std::vector<Known>> Outputs(Scope& scope) {
    std::vector<Known> out;
    for (const ValueId id : scope.graph.outputs) {
      ASSAY_ASSIGN(Known known, Fetch(scope, id));
      out.push_back(std::move(known));
    }
    return out;
  }

  const Model& model_;
  const EvalOptions& options_;
  Rng random_;
  Scope* current_ = nullptr;
};

}  // namespace

Result<Evaluation> Evaluate(const Model& model, std::vector<Known> inputs,
                            const EvalOptions& options) {
  return Runner(model, options).RunModel(std::move(inputs));
}

}  // namespace assay::reference
