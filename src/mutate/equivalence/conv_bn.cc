// conv-bn-fuse:    BatchNormalization(Conv(x, W, b))  ==>  Conv(x, W', b')
//                    W' = W * s,  b' = (b - mean) * s + B,  s = scale / sqrt(var + epsilon)
// conv-bn-unfuse:  Conv(x, W, b)  ==>  BatchNormalization(Conv(x, W / 2^k))
//                    with scale 2^k per channel, mean 0, variance 1, epsilon 0 and B = b
//
// Promise: close. Fused weights are rounded once each, which the bound of the convolution covers
//          (a sum of n products may be off by n units); so float32 only, where they can be computed
//          in float64. Powers of two scale without rounding, as long as nothing becomes subnormal.
// Needs:   float32; constant weights and statistics, all finite, var + epsilon > 0; a
//          normalisation that is not training.
// Aims at: Conv+BatchNormalization fusion.
#include <cmath>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace conv_bn {
namespace {

constexpr DType kType = DType::kFloat32;
constexpr float kDefaultEpsilon = 1e-5f;

const Tensor* FiniteConstant(const Graph& graph, ValueId id) {
  const Tensor* tensor = ConstantOf(graph, id);
  return tensor != nullptr && tensor->dtype() == kType && AllFinite(*tensor) ? tensor : nullptr;
}

bool HasBias(const Node& conv) { return conv.inputs.size() > 2 && conv.inputs[2] != kAbsent; }

// Per channel: what the normalisation multiplies by and adds.
struct Affine {
  std::vector<double> scale, shift;
};

std::optional<Affine> AffineOf(const Graph& graph, const Node& node, int opset) {
  const Tensor* parts[4];
  for (size_t i = 0; i < 4; ++i) {
    parts[i] = FiniteConstant(graph, node.inputs[i + 1]);
    if (parts[i] == nullptr) return std::nullopt;
  }
  const double epsilon = ops::Call(node, opset).AttrFloat("epsilon", kDefaultEpsilon);
  Affine out;
  for (int64_t c = 0; c < parts[0]->count(); ++c) {
    const double spread = parts[3]->RealAt(c) + epsilon;
    if (!(spread > 0)) return std::nullopt;
    const double scale = parts[0]->RealAt(c) / std::sqrt(spread);
    out.scale.push_back(scale);
    out.shift.push_back(parts[1]->RealAt(c) - parts[2]->RealAt(c) * scale);
  }
  return out;
}

bool FitsFuse(const Model& model, const Node& node) {
  const ops::Call call(node, model.opset(""));
  if (node.op != "BatchNormalization" || call.AttrInt("training_mode", 0) != 0 ||
      call.AttrInt("spatial", 1) == 0)
    return false;
  const Graph& graph = model.graph;
  const Node* conv = MakerOf(graph, node.inputs[0], "Conv");
  return conv != nullptr && FiniteConstant(graph, conv->inputs[1]) != nullptr &&
         (!HasBias(*conv) || FiniteConstant(graph, conv->inputs[2]) != nullptr) &&
         AffineOf(graph, node, model.opset("")).has_value();
}

// `weights` with channel c (the first axis) multiplied by factors[c].
Tensor Scaled(const Tensor& weights, const std::vector<double>& factors) {
  const int64_t per_channel = weights.count() / static_cast<int64_t>(factors.size());
  std::vector<double> values;
  for (int64_t i = 0; i < weights.count(); ++i)
    values.push_back(weights.RealAt(i) * factors[static_cast<size_t>(i / per_channel)]);
  return MakeTensor(kType, weights.shape(), values);
}

Result<ValueId> Fuse(Emitter& w, const Node& node, Rng&) {
  Graph& graph = w.graph();
  const Node conv = *MakerOf(graph, node.inputs[0], "Conv");
  const Affine affine = *AffineOf(graph, node, w.opset());
  std::vector<double> shift = affine.shift;
  if (HasBias(conv)) {
    const Tensor* bias = ConstantOf(graph, conv.inputs[2]);
    for (size_t c = 0; c < shift.size(); ++c)
      shift[c] += bias->RealAt(static_cast<int64_t>(c)) * affine.scale[c];
  }
  const Tensor weights = Scaled(*ConstantOf(graph, conv.inputs[1]), affine.scale);
  const Tensor bias = MakeTensor(kType, {static_cast<int64_t>(shift.size())}, shift);
  if (!AllFinite(weights) || !AllFinite(bias)) return Reject("the fused weights overflow");
  const ValueId new_weights = AddConstant(graph, "fused_weights", weights);
  return w.Op("Conv", {conv.inputs[0], new_weights, AddConstant(graph, "fused_bias", bias)},
              conv.attrs);
}

bool FitsUnfuse(const Model& model, const Node& node) {
  if (node.op != "Conv") return false;
  const Tensor* weights = FiniteConstant(model.graph, node.inputs[1]);
  return weights != nullptr && weights->count() > 0;
}

Result<ValueId> Unfuse(Emitter& w, const Node& node, Rng& rng) {
  Graph& graph = w.graph();
  const Tensor weights = *ConstantOf(graph, node.inputs[1]);
  const int64_t channels = weights.shape()[0];
  std::vector<double> scale, inverse;
  for (int64_t c = 0; c < channels; ++c) {
    scale.push_back(std::ldexp(1.0, static_cast<int>(rng.Int(-2, 3))));
    inverse.push_back(1 / scale.back());
  }
  const Tensor scaled = Scaled(weights, inverse);
  for (int64_t i = 0; i < scaled.count(); ++i)
    if (scaled.RealAt(i) != 0 && std::fabs(scaled.RealAt(i)) < FormatOf(kType).min_normal)
      return Reject("a weight would become subnormal");
  const auto per_channel = [&](std::string_view hint, const std::vector<double>& values) {
    return AddConstant(graph, hint, MakeTensor(kType, {channels}, values));
  };
  const std::vector<double> zeros(static_cast<size_t>(channels), 0), ones(zeros.size(), 1);
  const ValueId sums =
      w.Op("Conv", {node.inputs[0], AddConstant(graph, "weights", scaled)}, node.attrs);
  const ValueId shift = HasBias(node) ? node.inputs[2] : per_channel("shift", zeros);
  return w.Op("BatchNormalization",
              {sums, per_channel("scale", scale), shift, per_channel("mean", zeros),
               per_channel("variance", ones)},
              {{"epsilon", 0.0f}});
}

}  // namespace
}  // namespace conv_bn

MutatorDef ConvBnFuseDef() {
  return {.name = "conv-bn-fuse",
          .meaning = "a batch normalisation is folded into the convolution before it",
          .choices = "weights computed in float64 and rounded once",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_bn::FitsFuse>,
          .apply = Replace<conv_bn::Fuse>};
}

MutatorDef ConvBnUnfuseDef() {
  return {.name = "conv-bn-unfuse",
          .meaning = "a convolution hands its scale and bias to a batch normalisation",
          .choices = "scales are powers of two from 1/4 to 8 per channel: exact",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<conv_bn::FitsUnfuse>,
          .apply = Replace<conv_bn::Unfuse>};
}

}  // namespace assay::mutate
