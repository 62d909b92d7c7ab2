// DequantizeLinear(QuantizeLinear(x))  ==>  x;   DequantizeLinear(constant)  ==>  its value
//
// Promise: changes (the pair rounds and saturates).   Needs: such a pair with x of the result's
// type; a constant with scales per tensor or per axis.   Aims at: partly quantised models, as they
// come about when a layer is taken back to floats.
#include <algorithm>

#include "mutate/edit.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace dequantize_region {
namespace {

const Node* QuantizerBefore(const Graph& graph, const Node& node) {
  const int i = ProducerOf(graph, node.inputs[0]);
  if (i < 0 || graph.node(static_cast<size_t>(i)).op != "QuantizeLinear") return nullptr;
  return &graph.node(static_cast<size_t>(i));
}

// The integers, scales and zero points are known, and the scales lie along one axis.
bool IsConstant(const Graph& graph, const Node& node) {
  if (node.attrs.Has("block_size")) return false;
  for (size_t i = 0; i < node.inputs.size(); ++i)
    if (node.inputs[i] != kAbsent && WeightOf(graph, node.inputs[i]) == nullptr) return false;
  const Tensor* levels = WeightOf(graph, node.inputs[0]);
  const Tensor* scale = WeightOf(graph, node.inputs[1]);
  return IsInt(levels->dtype()) && BitWidth(levels->dtype()) <= 32 && scale->rank() <= 1 &&
         scale->dtype() == DType::kFloat32;
}

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (node.op != "DequantizeLinear" || node.inputs.size() < 2) return false;
  if (WeightOf(graph, node.inputs[0]) != nullptr) return IsConstant(graph, node);
  const Node* quantizer = QuantizerBefore(graph, node);
  return quantizer != nullptr &&
         DTypeOf(graph, quantizer->inputs[0]) == DTypeOf(graph, node.outputs[0]);
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

Tensor Value(const Graph& graph, const Node& node) {
  const Tensor& levels = *WeightOf(graph, node.inputs[0]);
  const Tensor& scale = *WeightOf(graph, node.inputs[1]);
  const Tensor* zero = node.inputs.size() > 2 ? WeightOf(graph, node.inputs[2]) : nullptr;
  const auto* given = node.attrs.Get<int64_t>("axis");
  int64_t axis = given == nullptr ? 1 : *given;
  if (axis < 0) axis += levels.rank();
  std::vector<double> values;
  const Shape& shape = levels.shape();
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next()) {
    const int64_t k = scale.count() == 1 ? 0 : it.index()[static_cast<size_t>(axis)];
    const int64_t offset = zero == nullptr ? 0 : zero->IntAt(zero->count() == 1 ? 0 : k);
    values.push_back(static_cast<double>(levels.IntAt(it.offset()) - offset) * scale.RealAt(k));
  }
  return MakeTensor(scale.dtype(), shape, values);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node node = graph.node(site.node);
  const Node* quantizer = QuantizerBefore(graph, node);
  const ValueId plain = quantizer != nullptr ? quantizer->inputs[0]
                                             : AddConstant(graph, "weights", Value(graph, node));
  if (IsGraphOutput(graph, site.value)) return Reject("the pair makes an output of the model");
  const int before = ProducerOf(graph, node.inputs[0]);
  ReplaceUses(graph, site.value, plain, site.node + 1);
  RemoveUnused(graph, site.node);
  if (before >= 0) RemoveUnused(graph, static_cast<size_t>(before));
  return out;
}

}  // namespace
}  // namespace dequantize_region

MutatorDef DequantizeRegionDef() {
  return {.name = "dequantize-region",
          .meaning = "a quantisation and its inverse are dropped, or quantised weights unpacked",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = dequantize_region::Find,
          .apply = dequantize_region::Apply};
}

}  // namespace assay::mutate
