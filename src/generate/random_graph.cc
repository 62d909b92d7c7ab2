#include "generate/random_graph.h"

#include <algorithm>

#include "base/strings.h"
#include "generate/inputs.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/propose.h"
#include "ops/schema.h"

namespace assay::generate {
namespace {

using ops::OpDef;

constexpr int kTriesPerNode = 40;
constexpr int kIrVersion = 10;

class Builder {
 public:
  Builder(Rng& rng, const GraphOptions& options) : rng_(rng), options_(options) {
    for (const OpDef& op : ops::AllOps())
      if (Wanted(op)) candidates_.push_back(&op);
    model_.ir_version = kIrVersion;
    model_.opsets[""] = options.opset;
    graph().name = "random";
    AddInput(TensorType(options.dtype, RandomShape()));
    AddInput(TensorType(options.dtype, RandomShape()));
  }

  std::optional<RandomCase> Build() {
    if (candidates_.empty()) return std::nullopt;
    if (!options_.first.empty() && !AddFirst()) return std::nullopt;
    for (int tries = 0; static_cast<int>(graph().node_count()) < options_.nodes &&
                        tries < kTriesPerNode * options_.nodes;
         ++tries)
      TryOp(*rng_.Pick(std::span<const OpDef* const>(candidates_)));
    if (graph().node_count() == 0) return std::nullopt;
    NameOutputs();
    RandomCase out;
    auto inputs = RandomInputs(graph(), rng_);
    if (!inputs.ok()) return std::nullopt;
    out.inputs = std::move(inputs).value();
    out.model = std::move(model_);
    return out;
  }

 private:
  Graph& graph() { return model_.graph; }

  bool Wanted(const OpDef& op) const {
    if (op.propose == nullptr || !op.domain.empty() || op.rounding == ops::Rounding::kRandom)
      return false;
    const ops::Schema* schema = ops::FindSchema(op.domain, op.name, options_.opset);
    if (schema == nullptr || schema->deprecated) return false;
    return options_.only.empty() ||
           std::find(options_.only.begin(), options_.only.end(), op.name) != options_.only.end();
  }

  bool AddFirst() {
    const OpDef* op = ops::FindOp("", options_.first);
    if (op == nullptr || op->propose == nullptr ||
        ops::FindSchema("", options_.first, options_.opset) == nullptr)
      return false;
    for (int i = 0; i < kTriesPerNode; ++i)
      if (TryOp(*op)) return true;
    return false;
  }

  Shape RandomShape() {
    while (true) {
      Shape shape;
      const int64_t rank = rng_.Chance(0.1) ? 0 : rng_.Int(1, 4);
      for (int64_t i = 0; i < rank; ++i) shape.push_back(rng_.Chance(0.2) ? 1 : rng_.Int(2, 6));
      if (ElementCount(shape) <= options_.max_elements) return shape;
    }
  }

  ValueId AddInput(const TensorType& type) {
    const ValueId id = graph().AddValue(StrCat("x", graph().value_count()), type);
    graph().inputs.push_back(id);
    usable_.push_back(id);
    return id;
  }

  // Values that a parameter admits. The graph's main type is preferred by making it the most
  // frequent one.
  std::optional<ValueId> PickInput(const ops::Param& param, const std::vector<ValueId>& chosen) {
    std::vector<ValueId> fitting;
    for (const ValueId id : usable_)
      if (param.type_set().Admits(graph().type(id))) fitting.push_back(id);
    const bool fresh = fitting.empty() || rng_.Chance(0.15);
    if (!fresh) return rng_.Pick(std::span<const ValueId>(fitting));
    const auto type = FreshType(param, chosen);
    if (!type.has_value()) return std::nullopt;
    return AddInput(*type);
  }

  // A new input: the main type where it is admitted, else a random admitted one; often the shape of
  // another input.
  std::optional<TensorType> FreshType(const ops::Param& param, const std::vector<ValueId>& chosen) {
    std::vector<DType> admitted;
    for (int i = 1; i < kDTypeCount; ++i) {
      const auto type = static_cast<DType>(i);
      if (param.type_set().AdmitsTensor(type) && !IsComplex(type)) admitted.push_back(type);
    }
    if (admitted.empty()) return std::nullopt;
    const bool main_type = param.type_set().AdmitsTensor(options_.dtype) && !rng_.Chance(0.1);
    const DType dtype = main_type ? options_.dtype : rng_.Pick(std::span<const DType>(admitted));
    if (!chosen.empty() && rng_.Chance(0.7))
      return TensorType(dtype, *graph().type(chosen[0]).tensor.shape());
    return TensorType(dtype, RandomShape());
  }

  bool TryOp(const OpDef& op) {
    const size_t inputs_before = graph().inputs.size();
    if (Apply(op)) return true;
    // Inputs that were added for a use that did not come about stay usable only if something needs
    // them: drop them.
    while (graph().inputs.size() > inputs_before) {
      const ValueId id = graph().inputs.back();
      graph().inputs.pop_back();
      usable_.erase(std::remove(usable_.begin(), usable_.end(), id), usable_.end());
    }
    return false;
  }

  bool Apply(const OpDef& op) {
    const ops::Schema& schema = *ops::FindSchema(op.domain, op.name, options_.opset);
    if (schema.inputs.empty() && op.data_inputs.max > 0) return false;
    const auto count = static_cast<size_t>(rng_.Int(op.data_inputs.min, op.data_inputs.max));
    std::vector<ValueId> chosen;
    std::vector<TensorType> types;
    for (size_t i = 0; i < count; ++i) {
      const auto id = PickInput(schema.inputs[std::min(i, schema.inputs.size() - 1)], chosen);
      if (!id.has_value()) return false;
      chosen.push_back(*id);
      types.push_back(graph().type(*id).tensor);
    }
    const auto proposal = op.propose({rng_, options_.opset, types});
    return proposal.has_value() && Append(op, chosen, *proposal);
  }

  bool Append(const OpDef& op, const std::vector<ValueId>& chosen, const ops::Proposal& proposal) {
    Graph next = graph();
    Node node;
    node.op = op.name;
    node.attrs = proposal.attrs;
    for (const ValueId id : chosen) node.inputs.push_back(id);
    std::vector<std::optional<Tensor>> constants(chosen.size());
    for (const std::optional<Tensor>& constant : proposal.constants) {
      constants.push_back(constant);
      node.inputs.push_back(constant.has_value() ? AddConstant(next, *constant) : kAbsent);
    }
    while (!node.inputs.empty() && node.inputs.back() == kAbsent) node.inputs.pop_back();
    node.outputs = decltype(node.outputs)(static_cast<size_t>(proposal.outputs), kAbsent);
    if (!ops::CheckAgainstSchema(next, node, options_.opset).ok()) return false;
    const auto types = InferOutputs(op, next, node, constants);
    if (!types.has_value() || types->size() < static_cast<size_t>(proposal.outputs)) return false;
    std::vector<ValueId> made;
    for (int i = 0; i < proposal.outputs; ++i) {
      const ValueType& type = (*types)[static_cast<size_t>(i)];
      const auto shape = type.is_tensor() ? type.tensor.shape() : std::nullopt;
      if (shape.has_value() &&
          (!CheckedElementCount(*shape) || *CheckedElementCount(*shape) > options_.max_elements))
        return false;
      const ValueId id = next.AddValue(StrCat("v", next.value_count()), type);
      node.outputs[static_cast<size_t>(i)] = id;
      if (shape.has_value() && !IsComplex(type.tensor.dtype)) made.push_back(id);
    }
    next.AddNode(std::move(node));
    graph() = std::move(next);
    usable_.insert(usable_.end(), made.begin(), made.end());
    return true;
  }

  static ValueId AddConstant(Graph& graph, const Tensor& tensor) {
    const ValueId id = graph.AddValue(StrCat("c", graph.value_count()),
                                      TensorType(tensor.dtype(), tensor.shape()));
    graph.SetInitializer(id, tensor);
    return id;
  }

  std::optional<ops::Types> InferOutputs(
      const OpDef& op, const Graph& graph, const Node& node,
      const std::vector<std::optional<Tensor>>& constants) const {
    std::vector<ValueType> types;
    std::vector<const Tensor*> values;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      types.push_back(node.inputs[i] == kAbsent ? ValueType() : graph.type(node.inputs[i]));
      values.push_back(constants[i].has_value() ? &*constants[i] : nullptr);
    }
    const ops::InferCall call(node, options_.opset, types, values, nullptr);
    auto result = op.infer(call);
    if (!result.ok()) return std::nullopt;
    return std::move(result).value();
  }

  void NameOutputs() {
    std::vector<bool> used(graph().value_count(), false);
    for (const NodePtr& node : graph().nodes())
      for (const ValueId id : node->inputs)
        if (id != kAbsent) used[static_cast<size_t>(id)] = true;
    for (const NodePtr& node : graph().nodes())
      for (const ValueId id : node->outputs)
        if (id != kAbsent && !used[static_cast<size_t>(id)]) graph().outputs.push_back(id);
    std::erase_if(graph().inputs, [&](ValueId id) { return !used[static_cast<size_t>(id)]; });
  }

  Rng& rng_;
  const GraphOptions& options_;
  Model model_;
  std::vector<const OpDef*> candidates_;
  std::vector<ValueId> usable_;
};

}  // namespace

std::optional<RandomCase> RandomGraph(Rng& rng, const GraphOptions& options) {
  return Builder(rng, options).Build();
}

}  // namespace assay::generate
