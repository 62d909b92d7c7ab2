#include "reference/per_node.h"

#include <optional>

#include "base/strings.h"
#include "ops/op.h"

namespace assay::reference {
namespace {

const Tensor* FindTensor(const Graph& graph, ValueId id,
                         const std::map<std::string, Tensor>& values) {
  const auto it = values.find(graph.name_of(id));
  if (it != values.end()) return &it->second;
  return graph.initializer(id);
}

std::optional<NodeVerdict> CheckOutput(const Known& bound, const Tensor& got) {
  if (!bound.is_tensor()) return std::nullopt;  // undetermined: nobody can be judged
  NodeVerdict verdict;
  if (bound.tensor.dtype() != got.dtype() || !(bound.tensor.shape() == got.shape())) return verdict;
  for (int64_t i = 0; i < got.count(); ++i) {
    verdict.element = i;
    if (bound.tensor.is_real()) {
      const Real element = bound.tensor.real(i);
      verdict.got = got.RealAt(i);
      verdict.lo = element.lo;
      verdict.hi = element.hi;
      verdict.ends = element.ends;
      if (!element.contains(verdict.got)) return verdict;
    } else if (!bound.tensor.is_string()) {
      const Int element = bound.tensor.integer(i);
      verdict.got = static_cast<double>(got.IntAt(i));
      verdict.lo = static_cast<double>(element.lo);
      verdict.hi = static_cast<double>(element.hi);
      verdict.ends = element.ends;
      if (!element.contains(got.IntAt(i))) return verdict;
    }
  }
  return std::nullopt;
}

// Whether a tensor that a target gave out is of the type that the model states, as far as it does.
bool Fits(const ValueType& stated, const Tensor& seen) {
  if (!stated.is_tensor()) return stated.kind == ValueType::Kind::kUnknown;
  const TensorType& type = stated.tensor;
  if (type.dtype != seen.dtype()) return false;
  if (!type.has_rank) return true;
  if (type.rank() != seen.rank()) return false;
  for (int i = 0; i < seen.rank(); ++i) {
    const Dim& dim = type.dims[static_cast<size_t>(i)];
    if (dim.known() && dim.size != seen.shape()[static_cast<size_t>(i)]) return false;
  }
  return true;
}

class NodeJudge {
 public:
  NodeJudge(const Model& model, const std::map<std::string, Tensor>& values,
            const PerNodeOptions& options)
      : model_(model), values_(values), options_(options), producers_(model.graph.Producers()) {}

  // Appends the verdicts of node `index`.
  Status Judge(size_t index, std::vector<NodeVerdict>& out) {
    const Node& node = model_.graph.node(index);
    if (!CanEvaluate(node)) return {};
    auto bounds = EvaluateAt(node, 0);
    if (!bounds.ok())
      return bounds.error().kind == ErrorKind::kInvalid ? Status(bounds.error()) : Status();
    std::vector<NodeVerdict> verdicts = Compare(index, *bounds);
    if (options_.window > 0 && !verdicts.empty()) {
      rounded_ = false;
      known_.clear();
      bounds = EvaluateAt(node, options_.window);
      // Depends on how its inputs were rounded: nobody can be judged.
      if (!bounds.ok()) return {};
      verdicts = Compare(index, *bounds);
      for (NodeVerdict& verdict : verdicts) verdict.exact_inputs = !rounded_;
    }
    out.insert(out.end(), verdicts.begin(), verdicts.end());
    return {};
  }

 private:
  // Control flow is judged through its whole graph, and drawn results not at all.
  static bool CanEvaluate(const Node& node) {
    const ops::OpDef* op = ops::FindOp(node.domain, node.op);
    if (op == nullptr || op->evaluate == nullptr || op->rounding == ops::Rounding::kRandom)
      return false;
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr)) return false;
    return true;
  }

  // The outputs of `node` on inputs known through `depth` layers before it. An Undetermined error:
  // a tensor is missing.
  Result<std::vector<Known>> EvaluateAt(const Node& node, int depth) {
    std::vector<Known> inputs(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i)
      if (node.inputs[i] != kAbsent) {
        ASSAY_ASSIGN(inputs[i], ValueAt(node.inputs[i], depth));
      }
    if (!PassesInference(node, inputs)) return Undetermined("inputs that do not go together");
    Rng unused(0);
    const ops::EvalCall call(node, model_.opset(node.domain), inputs, options_.rules, nullptr,
                             unused, nullptr);
    return ops::FindOp(node.domain, node.op)->evaluate(call);
  }

  // Axes that only a run tells may come out in ways that do not fit each other.
  bool PassesInference(const Node& node, const std::vector<Known>& inputs) const {
    std::vector<ValueType> types(inputs.size());
    std::vector<const Tensor*> constants(inputs.size(), nullptr);
    bool open = false;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent || !inputs[i].is_tensor()) continue;
      types[i] = TensorType(inputs[i].tensor.dtype(), inputs[i].tensor.shape());
      constants[i] = FindTensor(model_.graph, node.inputs[i], values_);
      const ValueType& stated = model_.graph.type(node.inputs[i]);
      open = open || !stated.is_tensor() || !stated.tensor.shape().has_value();
    }
    const ops::OpDef* op = ops::FindOp(node.domain, node.op);
    if (!open || op->infer == nullptr) return true;
    const ops::InferCall call(node, model_.opset(node.domain), types, constants, nullptr);
    return op->infer(call).ok();
  }

  // A value as it was seen (depth 0), or as its producer may have made it of what was seen `depth`
  // layers before. Integers carry shapes and indices: those are read, not computed anew.
  Result<Known> ValueAt(ValueId id, int depth) {
    const Tensor* seen = FindTensor(model_.graph, id, values_);
    if (seen == nullptr) return Undetermined("a tensor that was not given out");
    // Operators are evaluated on what passed inference: other shapes would lead them astray.
    if (!Fits(model_.graph.type(id), *seen)) return Undetermined("a tensor of another type");
    const int producer = producers_[static_cast<size_t>(id)];
    const bool computed = depth > 0 && producer >= 0 && IsFloat(seen->dtype()) &&
                          CanEvaluate(model_.graph.node(static_cast<size_t>(producer)));
    if (!computed) {
      // What a loop gave out may have been rounded on the way out only.
      if (depth > 0 && producer >= 0 && IsFloat(seen->dtype())) rounded_ = true;
      ASSAY_ASSIGN(Bounded exact, Bounded::From(*seen, options_.rules));
      return Known(std::move(exact));
    }
    const auto known = known_.find({id, depth});
    if (known != known_.end()) return known->second;
    const Node& node = model_.graph.node(static_cast<size_t>(producer));
    ASSAY_ASSIGN(std::vector<Known> made, EvaluateAt(node, depth - 1));
    Known out;
    for (size_t k = 0; k < node.outputs.size() && k < made.size(); ++k)
      if (node.outputs[k] == id) out = std::move(made[k]);
    if (!out.is_tensor()) return Undetermined("even the shape depends on rounding");
    rounded_ = rounded_ || !out.tensor.exact();
    known_[{id, depth}] = out;
    return out;
  }

  std::vector<NodeVerdict> Compare(size_t index, const std::vector<Known>& bounds) const {
    const Node& node = model_.graph.node(index);
    std::vector<NodeVerdict> out;
    for (size_t k = 0; k < node.outputs.size() && k < bounds.size(); ++k) {
      if (node.outputs[k] == kAbsent) continue;
      const auto got = values_.find(model_.graph.name_of(node.outputs[k]));
      if (got == values_.end()) continue;
      auto verdict = CheckOutput(bounds[k], got->second);
      if (!verdict.has_value()) continue;
      verdict->node = index;
      verdict->value = got->first;
      out.push_back(std::move(*verdict));
    }
    return out;
  }

  const Model& model_;
  const std::map<std::string, Tensor>& values_;
  const PerNodeOptions& options_;
  const std::vector<int> producers_;
  // Of the node under judgement: values by depth, and whether one of them was rounded.
  std::map<std::pair<ValueId, int>, Known> known_;
  bool rounded_ = false;
};

}  // namespace

Result<std::vector<NodeVerdict>> JudgePerNode(const Model& model,
                                              const std::map<std::string, Tensor>& values,
                                              const PerNodeOptions& options) {
  NodeJudge judge(model, values, options);
  std::vector<NodeVerdict> out;
  for (size_t i = 0; i < model.graph.node_count(); ++i) ASSAY_RETURN_IF_ERROR(judge.Judge(i, out));
  return out;
}

}  // namespace assay::reference
