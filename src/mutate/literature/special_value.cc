// x  ==>  x with a few elements replaced by 0, -0, 1, a tiny or a large number
//
// Promise: changes.   Needs: a float input or weight whose numbers may change.   Aims at: kernels
// at the edges of their domains.   Unconstrained, as in COMET: a result is multiplied by NaN,
// infinity or 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/study/weights.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace special_value {
namespace {

constexpr int64_t kMostElements = 3;
// Times the largest magnitude of the tensor, or of one: large, and far from overflow in sums.
constexpr double kLarge = 100, kLargeInHalf = 8;
// Normal numbers in their types: some frameworks flush smaller ones to zero, as they may.
constexpr double kTiny = 1e-30, kTinyInHalf = 0x1p-14;

// Inputs of the graph, then the weights of layers that have neurons: other constants (a ratio, a
// bound, scales of a Resize) may be restricted in ways of their own.
std::vector<Site> FindInputsAndWeights(const Model& model) {
  std::vector<Site> sites;
  const Graph& graph = model.graph;
  for (const ValueId id : graph.inputs)
    if (IsLayerFloat(DTypeOf(graph, id)) && graph.initializer(id) == nullptr)
      sites.push_back({.node = 0, .value = id});
  for (const Site& layer : FindWeights(model, 1, 1))
    for (const size_t i : WeightInputs(graph, graph.node(layer.node)))
      if (IsLayerFloat(DTypeOf(graph, graph.node(layer.node).inputs[i])))
        sites.push_back({.node = layer.node, .value = graph.node(layer.node).inputs[i]});
  return sites;
}

double Special(const Tensor& tensor, Rng& rng) {
  double largest = 1;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (std::isfinite(tensor.RealAt(i))) largest = std::max(largest, std::fabs(tensor.RealAt(i)));
  const bool half = tensor.dtype() == DType::kFloat16;
  const double values[] = {0, -0.0, 1, half ? kTinyInHalf : kTiny,
                           (half ? kLargeInHalf : kLarge) * largest};
  return rng.Pick(std::span<const double>(values));
}

Tensor WithSpecial(const Tensor& tensor, Rng& rng) {
  std::vector<std::byte> bytes(tensor.data(), tensor.data() + tensor.byte_size());
  const double value = Special(tensor, rng);
  for (int64_t left = rng.Int(1, kMostElements); left > 0; --left)
    StoreReal(tensor.dtype(), bytes.data(), rng.Int(0, tensor.count() - 1), value);
  return {tensor.dtype(), tensor.shape(), std::move(bytes)};
}

Result<ModelCase> Replace(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (!ToleratesChange(graph, site.value)) return Reject("its numbers must stay");
  const auto given = std::find(graph.inputs.begin(), graph.inputs.end(), site.value);
  if (given != graph.inputs.end()) {
    Datum& datum = out.inputs[static_cast<size_t>(given - graph.inputs.begin())];
    if (datum.kind != Datum::Kind::kTensor || datum.tensor.count() < 2)
      return Reject("a single number");
    Tensor changed = WithSpecial(datum.tensor, rng);
    if (changed == datum.tensor) return Reject("the numbers were there already");
    datum = Datum(std::move(changed));
    return out;
  }
  const Tensor* weight = graph.initializer(site.value);
  if (weight == nullptr) return Reject("neither an input nor a weight");
  Tensor changed = WithSpecial(*weight, rng);
  if (changed == *weight) return Reject("the numbers were there already");
  // Under a new name: the weight may serve other nodes, too.
  const NodePtr old = graph.nodes()[site.node];
  Node node = *old;
  const ValueId fresh = AddConstant(graph, graph.name_of(site.value), std::move(changed));
  std::replace(node.inputs.begin(), node.inputs.end(), site.value, fresh);
  graph.SetNode(site.node, std::move(node));
  DropWeights(graph, *old);
  return out;
}

std::vector<Site> FindResults(const Model& model) {
  return NodesWhere(model, [](const Model& m, const Node& node) {
    return !node.outputs.empty() && node.outputs[0] != kAbsent &&
           IsLayerFloat(DTypeOf(m.graph, node.outputs[0]));
  });
}

Result<ModelCase> MultiplyBySpecial(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const ValueId name = graph.node(site.node).outputs[0];
  const double values[] = {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(), 0};
  size_t at = site.node + 1;
  const ValueId factor =
      AddScalar(graph, "special", DTypeOf(graph, name), rng.Pick(std::span<const double>(values)));
  const ValueId raw = Detach(graph, site.node);
  const ValueId product = Emit(graph, at, "Mul", {raw, factor}, {}, RolePrefix(graph, site.node));
  Attach(graph, at, product, name);
  return out;
}

}  // namespace
}  // namespace special_value

MutatorDef SpecialValueDef() {
  return {.name = "special-value",
          .meaning = "elements of an input or a weight become 0, -0, 1, tiny or large",
          .choices =
              "1 to 3 elements, all the same number; tiny is 1e-30 (float16: 2^-14), large is 100 "
              "(float16: 8) times the tensor's largest magnitude. Unconstrained, as in COMET: a "
              "layer's result is multiplied by NaN, infinity or 0",
          .family = Family::kInput,
          .promise = Promise::kChanges,
          .aliases = {"SpecialI"},
          .find = special_value::FindInputsAndWeights,
          .apply = special_value::Replace,
          .find_unconstrained = special_value::FindResults,
          .apply_unconstrained = special_value::MultiplyBySpecial};
}

}  // namespace assay::mutate
