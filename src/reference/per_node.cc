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
      if (!element.contains(verdict.got)) return verdict;
    } else if (!bound.tensor.is_string()) {
      const Int element = bound.tensor.integer(i);
      verdict.got = static_cast<double>(got.IntAt(i));
      verdict.lo = static_cast<double>(element.lo);
      verdict.hi = static_cast<double>(element.hi);
      if (!element.contains(got.IntAt(i))) return verdict;
    }
  }
  return std::nullopt;
}

class NodeJudge {
 public:
  NodeJudge(const Model& model, const std::map<std::string, Tensor>& values,
            const PerNodeOptions& options)
      : model_(model), values_(values), rules_(options.rules), fused_(options.fused) {}

  // Appends the verdicts of node `index`.
  Status Judge(size_t index, std::vector<NodeVerdict>& out) {
    const Node& node = model_.graph.node(index);
    const ops::OpDef* op = ops::FindOp(node.domain, node.op);
    if (op == nullptr || op->evaluate == nullptr || op->rounding == ops::Rounding::kRandom)
      return {};
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr))
        return {};  // control flow is judged through its whole graph
    ASSAY_ASSIGN(std::optional<std::vector<Known>> inputs, SeenInputs(node));
    if (!inputs.has_value()) return {};
    auto bounds = Evaluate(*op, node, *inputs);
    if (!bounds.ok())
      return bounds.error().kind == ErrorKind::kInvalid ? Status(bounds.error()) : Status();
    std::vector<NodeVerdict> verdicts = Compare(index, *bounds);
    if (fused_ && !verdicts.empty() && Widen(node, *inputs)) {
      const auto wider = Evaluate(*op, node, *inputs);
      if (!wider.ok()) return {};  // depends on how its inputs were rounded: nobody can be judged
      verdicts = Compare(index, *wider);
    }
    out.insert(out.end(), verdicts.begin(), verdicts.end());
    if (fused_) Remember(node, std::move(*bounds));
    return {};
  }

 private:
  // The tensors that the subject gave out; nothing when one is missing.
  Result<std::optional<std::vector<Known>>> SeenInputs(const Node& node) const {
    std::vector<Known> inputs(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent) continue;
      const Tensor* tensor = FindTensor(model_.graph, node.inputs[i], values_);
      if (tensor == nullptr) return std::optional<std::vector<Known>>();
      ASSAY_ASSIGN(Bounded bounded, Bounded::From(*tensor, rules_));
      inputs[i] = Known(std::move(bounded));
    }
    return std::optional(std::move(inputs));
  }

  Result<std::vector<Known>> Evaluate(const ops::OpDef& op, const Node& node,
                                      const std::vector<Known>& inputs) const {
    Rng unused(0);
    const ops::EvalCall call(node, model_.opset(node.domain), inputs, rules_, nullptr, unused,
                             nullptr);
    return op.evaluate(call);
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

  // Puts in what the producers of the inputs may have made instead. False when that changes
  // nothing.
  bool Widen(const Node& node, std::vector<Known>& inputs) const {
    bool changed = false;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const auto made = made_.find(node.inputs[i]);
      if (made == made_.end()) continue;
      inputs[i] = made->second;
      changed = true;
    }
    return changed;
  }

  // Integers carry shapes and indices: those are read, not computed anew.
  void Remember(const Node& node, std::vector<Known> bounds) {
    for (size_t k = 0; k < node.outputs.size() && k < bounds.size(); ++k)
      if (node.outputs[k] != kAbsent && bounds[k].is_tensor() && bounds[k].tensor.is_real() &&
          !bounds[k].tensor.exact())
        made_[node.outputs[k]] = std::move(bounds[k]);
  }

  const Model& model_;
  const std::map<std::string, Tensor>& values_;
  const Rules& rules_;
  const bool fused_;
  std::map<ValueId, Known> made_;  // what each value may be, on the inputs that its producer saw
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
