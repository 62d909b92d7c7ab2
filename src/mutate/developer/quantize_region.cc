// x  ==>  DequantizeLinear(QuantizeLinear(x)), for a tensor or for a layer's input, weights and
// result
//
// Promise: changes.   Needs: float32; opset 10, per-channel scales opset 13; layers are Conv,
// MatMul and Gemm with constant weights.   Aims at: the recognition of quantised layers and their
// integer kernels.
//
// Scales of weights come from the weights; those of activations from a fixed range, since values
// are of order one (what falls outside saturates, as in practice).
#include <algorithm>
#include <cmath>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace quantize_region {
namespace {

constexpr int kPerChannel = 13;  // opset
constexpr double kInt8Levels = 127, kUint8Levels = 255;

bool IsQuantizableLayer(const Graph& graph, const Node& node) {
  if ((node.op != "Conv" && node.op != "MatMul" && node.op != "Gemm") || node.inputs.size() < 2 ||
      WeightOf(graph, node.inputs[0]) != nullptr)
    return false;
  const Tensor* weights = WeightOf(graph, node.inputs[1]);
  return weights != nullptr && weights->dtype() == DType::kFloat32 && weights->rank() >= 2 &&
         weights->count() > 0;
}

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  return DTypeOf(graph, node.outputs[0]) == DType::kFloat32 &&
         Supports(model, "QuantizeLinear", DType::kFloat32) && node.op != "DequantizeLinear" &&
         (IsLayer(graph, node) || IsActivation(node) || IsQuantizableLayer(graph, node));
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

ValueId ZeroPoint(Writer& writer, DType dtype, const Shape& shape, int64_t value) {
  return writer.Constant(
      "zero_point",
      MakeIntTensor(dtype, shape,
                    std::vector<int64_t>(static_cast<size_t>(ElementCount(shape)), value)));
}

// There and back. `positive`: nothing below zero is expected.
ValueId QuantizeActivation(Writer& writer, ValueId x, bool positive, Rng& rng) {
  static constexpr double kRanges[] = {4, 6, 8};
  const double range = rng.Pick(std::span<const double>(kRanges));
  const bool is_unsigned = positive || rng.Chance(0.5);
  const double scale = range / (positive ? kUint8Levels : kInt8Levels);
  const ValueId s = writer.Scalar("scale", DType::kFloat32, scale);
  const ValueId z = ZeroPoint(writer, is_unsigned ? DType::kUint8 : DType::kInt8, {},
                              is_unsigned && !positive ? 128 : 0);
  return writer.Op("DequantizeLinear", {writer.Op("QuantizeLinear", {x, s, z}), s, z});
}

// Largest magnitude of each slice along `axis`; of everything when axis < 0.
std::vector<double> Magnitudes(const Tensor& weights, int64_t axis) {
  if (axis < 0) return {LargestMagnitude(weights)};
  std::vector<double> out(static_cast<size_t>(weights.shape()[static_cast<size_t>(axis)]), 0);
  const Shape& shape = weights.shape();
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next()) {
    double& largest = out[static_cast<size_t>(it.index()[static_cast<size_t>(axis)])];
    largest = std::max(largest, std::fabs(weights.RealAt(it.offset())));
  }
  return out;
}

// Weights stored as int8, and the node that brings them back.
ValueId QuantizeWeights(Writer& writer, const Tensor& weights, int64_t axis) {
  std::vector<double> scales = Magnitudes(weights, axis);
  for (double& scale : scales) scale = scale > 0 ? scale / kInt8Levels : 1;
  std::vector<int64_t> levels;
  const Shape& shape = weights.shape();
  for (Odometer it(shape, Strides(shape)); !it.done(); it.Next()) {
    const size_t k = axis < 0 ? 0 : static_cast<size_t>(it.index()[static_cast<size_t>(axis)]);
    const double level = std::nearbyint(weights.RealAt(it.offset()) / scales[k]);
    levels.push_back(static_cast<int64_t>(std::clamp(level, -kInt8Levels, kInt8Levels)));
  }
  const Shape per = axis < 0 ? Shape{} : Shape{static_cast<int64_t>(scales.size())};
  const ValueId q = writer.Constant("quantized", MakeIntTensor(DType::kInt8, shape, levels));
  const ValueId s = writer.Constant("scale", MakeTensor(DType::kFloat32, per, scales));
  Attrs attrs;
  if (axis >= 0) attrs.Set("axis", axis);
  return writer.Op("DequantizeLinear", {q, s, ZeroPoint(writer, DType::kInt8, per, 0)}, attrs);
}

// The axis of a layer's weights that its output features lie on.
int64_t FeatureAxis(const Node& node, const Tensor& weights) {
  if (node.op == "Conv") return 0;
  const auto* transposed = node.attrs.Get<int64_t>("transB");
  if (node.op == "Gemm") return transposed != nullptr && *transposed != 0 ? 0 : 1;
  return weights.rank() - 1;
}

bool IsPositive(const Graph& graph, ValueId id) {
  const int i = ProducerOf(graph, id);
  if (i < 0) return false;
  const std::string& op = graph.node(static_cast<size_t>(i)).op;
  return op == "Relu" || op == "Sigmoid" || op == "Softmax" || op == "HardSigmoid";
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  Writer writer(out.model, site.node, site.node);
  bool result_too = true;
  if (IsQuantizableLayer(graph, node) && rng.Chance(0.75)) {
    const Tensor weights = *WeightOf(graph, node.inputs[1]);
    const bool per_channel = out.model.opset("") >= kPerChannel && rng.Chance(0.5);
    node.inputs[0] =
        QuantizeActivation(writer, node.inputs[0], IsPositive(graph, node.inputs[0]), rng);
    node.inputs[1] =
        QuantizeWeights(writer, weights, per_channel ? FeatureAxis(node, weights) : -1);
    graph.SetNode(writer.at(), std::move(node));
    result_too = rng.Chance(0.5);
  }
  if (!writer.status().ok()) return writer.status().error();
  if (result_too) {
    Writer behind(out.model, writer.at() + 1, writer.at());
    const ValueId y = QuantizeActivation(behind, site.value, IsPositive(graph, site.value), rng);
    ReplaceUses(graph, site.value, y, behind.at());
    if (!behind.status().ok()) return behind.status().error();
  }
  DropUnusedInitializers(graph);
  return out;
}

}  // namespace
}  // namespace quantize_region

MutatorDef QuantizeRegionDef() {
  return {.name = "quantize-region",
          .meaning = "a tensor, or a layer with its weights, is quantised and brought back",
          .choices =
              "int8 or uint8; activations range over 4, 6 or 8, from zero behind a Relu; "
              "weights per tensor or per output channel, symmetric, scaled by their largest",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = quantize_region::Find,
          .apply = quantize_region::Apply};
}

}  // namespace assay::mutate
