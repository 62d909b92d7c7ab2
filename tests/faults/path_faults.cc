// What the planted ways do to a model.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/strings.h"
#include "path.h"

namespace assay::faults {
namespace {

constexpr double kSteps = 255;  // between the ends of 8 bits

bool IsInput(const Graph& graph, ValueId id) {
  return std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
}

// Float weights that are the second operand of a product or convolution, and not an input as well.
std::set<ValueId> KernelWeights(const Graph& graph) {
  std::set<ValueId> out;
  for (const NodePtr& node : graph.nodes()) {
    const bool kernel = node->op == "MatMul" || node->op == "Gemm" || node->op == "Conv";
    if (!kernel || !node->domain.empty() || node->inputs.size() < 2) continue;
    const ValueId id = node->inputs[1];
    const Tensor* weight = id == kAbsent ? nullptr : graph.initializer(id);
    if (weight != nullptr && !IsInput(graph, id) && weight->dtype() == DType::kFloat32)
      out.insert(id);
  }
  return out;
}

// The weight as 8 bits give it back; with `zero_point`, as a reader with that one gives it back.
Tensor Quantised(const Tensor& weight, std::optional<double> zero_point) {
  double low = 0, high = 0;
  for (int64_t i = 0; i < weight.count(); ++i) {
    low = std::min(low, weight.RealAt(i));
    high = std::max(high, weight.RealAt(i));
  }
  const double step = (high - low) / kSteps;
  if (!(step > 0) || !std::isfinite(step)) return weight;
  const double zero = std::nearbyint(-low / step);
  std::vector<double> out;
  for (int64_t i = 0; i < weight.count(); ++i) {
    const double kept = std::clamp(std::nearbyint(weight.RealAt(i) / step) + zero, 0.0, kSteps);
    out.push_back((kept - zero_point.value_or(zero)) * step);
  }
  return MakeTensor(DType::kFloat32, weight.shape(), out);
}

Status QuantiseWeights(Model& model, std::optional<double> zero_point) {
  for (const ValueId id : KernelWeights(model.graph))
    model.graph.SetInitializer(id, Quantised(*model.graph.initializer(id), zero_point));
  return {};
}

}  // namespace

Status SavedRightly(Model&) { return {}; }

Status DropsAttribute(Model& model) {
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    Node changed = model.graph.node(i);
    if (!changed.domain.empty() || !changed.attrs.Erase("alpha")) continue;
    model.graph.SetNode(i, std::move(changed));
  }
  return {};
}

Status ReordersInitialisers(Model& model) {
  std::map<ValueId, Tensor> weights = model.graph.initializers();
  std::erase_if(weights, [&](const auto& entry) { return IsInput(model.graph, entry.first); });
  for (auto a = weights.begin(); a != weights.end(); ++a)
    for (auto b = std::next(a); b != weights.end(); ++b) {
      const bool alike =
          a->second.dtype() == b->second.dtype() && a->second.shape() == b->second.shape();
      if (!alike || !IsFloat(a->second.dtype())) continue;
      model.graph.SetInitializer(a->first, b->second);
      model.graph.SetInitializer(b->first, a->second);
      return {};
    }
  return {};
}

Status RefusesScalars(Model& model) {
  for (const auto& [id, weight] : model.graph.initializers())
    if (weight.shape().empty())
      return Invalid(StrCat("conversion failed: no shape for ", model.graph.name_of(id)));
  return {};
}

Status QuantisedRightly(Model& model) { return QuantiseWeights(model, std::nullopt); }

Status WrongZeroPoint(Model& model) { return QuantiseWeights(model, 128); }

Status BuiltRightly(Model&) { return {}; }

Status ForgetsBias(Model& model) {
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    Node changed = model.graph.node(i);
    const bool layer = changed.op == "Conv" || changed.op == "Gemm";
    if (!layer || !changed.domain.empty() || changed.inputs.size() < 3) continue;
    changed.inputs = {changed.inputs[0], changed.inputs[1]};
    model.graph.SetNode(i, std::move(changed));
  }
  return {};
}

}  // namespace assay::faults
