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
  NodeJudge(const Model& model, const std::map<std::string, Tensor>& values, const Rules& rules)
      : model_(model), values_(values), rules_(rules) {}

  // Appends the verdicts of node `index`.
  Status Judge(size_t index, std::vector<NodeVerdict>& out) {
    const Node& node = model_.graph.node(index);
    const ops::OpDef* op = ops::FindOp(node.domain, node.op);
    if (op == nullptr || op->evaluate == nullptr || op->rounding == ops::Rounding::kRandom)
      return {};
    std::vector<Known> inputs(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent) continue;
      const Tensor* tensor = FindTensor(model_.graph, node.inputs[i], values_);
      if (tensor == nullptr) return {};
      ASSAY_ASSIGN(Bounded bounded, Bounded::From(*tensor, rules_));
      inputs[i] = Known(std::move(bounded));
    }
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr))
        return {};  // control flow is judged through its whole graph
    Rng unused(0);
    const ops::EvalCall call(node, model_.opset(node.domain), inputs, rules_, nullptr, unused,
                             nullptr);
    const auto bounds = op->evaluate(call);
    if (!bounds.ok())
      return bounds.error().kind == ErrorKind::kInvalid ? Status(bounds.error()) : Status();
    for (size_t k = 0; k < node.outputs.size(); ++k) {
      if (node.outputs[k] == kAbsent) continue;
      const auto got = values_.find(model_.graph.name_of(node.outputs[k]));
      if (got == values_.end()) continue;
      auto verdict = CheckOutput((*bounds)[k], got->second);
      if (!verdict.has_value()) continue;
      verdict->node = index;
      verdict->value = got->first;
      out.push_back(std::move(*verdict));
    }
    return {};
  }

 private:
  const Model& model_;
  const std::map<std::string, Tensor>& values_;
  const Rules& rules_;
};

}  // namespace

Result<std::vector<NodeVerdict>> JudgePerNode(const Model& model,
                                              const std::map<std::string, Tensor>& values,
                                              const Rules& rules) {
  NodeJudge judge(model, values, rules);
  std::vector<NodeVerdict> out;
  for (size_t i = 0; i < model.graph.node_count(); ++i) ASSAY_RETURN_IF_ERROR(judge.Judge(i, out));
  return out;
}

}  // namespace assay::reference
