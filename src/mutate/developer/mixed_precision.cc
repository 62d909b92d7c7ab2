// mixed-precision:   a float32 region computes in float16 or bfloat16, between Casts
// double-precision:  the same in float64
//
// Promise: changes for the first, since weights and values are rounded; close for the second: every
// float32 is a float64.   Needs: one to five connected nodes that compute in float32 and exist in
// the other type.   Aims at: cast elimination and propagation, kernels of other types, fusion
// across the border of a region.
#include <algorithm>
#include <array>

#include "mutate/delicate.h"
#include "mutate/edit.h"
#include "mutate/region.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace mixed_precision {
namespace {

constexpr int64_t kMostNodes = 5;
constexpr double kLargestHalf = 6e4;  // just below the largest float16

// Operators that compute in the type of their first input, without jumps: a rounding more or less
// moves their result a little.
constexpr std::array<std::string_view, 53> kSmooth = {"Abs",
                                                      "Add",
                                                      "AveragePool",
                                                      "BatchNormalization",
                                                      "Celu",
                                                      "Clip",
                                                      "Concat",
                                                      "Conv",
                                                      "ConvTranspose",
                                                      "Cos",
                                                      "Elu",
                                                      "Erf",
                                                      "Expand",
                                                      "Flatten",
                                                      "Gelu",
                                                      "Gemm",
                                                      "GlobalAveragePool",
                                                      "GlobalMaxPool",
                                                      "GroupNormalization",
                                                      "HardSigmoid",
                                                      "HardSwish",
                                                      "InstanceNormalization",
                                                      "LayerNormalization",
                                                      "LeakyRelu",
                                                      "LogSoftmax",
                                                      "MatMul",
                                                      "Max",
                                                      "MaxPool",
                                                      "Mean",
                                                      "Min",
                                                      "Mish",
                                                      "Mul",
                                                      "Neg",
                                                      "PRelu",
                                                      "Pad",
                                                      "ReduceMax",
                                                      "ReduceMean",
                                                      "ReduceSum",
                                                      "Relu",
                                                      "Reshape",
                                                      "Selu",
                                                      "Sigmoid",
                                                      "Sin",
                                                      "Slice",
                                                      "Softmax",
                                                      "Softplus",
                                                      "Softsign",
                                                      "Squeeze",
                                                      "Sub",
                                                      "Sum",
                                                      "Tanh",
                                                      "Transpose",
                                                      "Unsqueeze"};

bool Contains(std::span<const std::string_view> list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool Computes(const Graph& graph, const Node& node) {
  if (!Contains(kSmooth, node.op) || !FitsRegion(graph, node) || node.inputs.empty() ||
      node.outputs.size() != 1)
    return false;
  // Inputs of other types (shapes, axes) stay as they are.
  return node.inputs[0] != kAbsent && DTypeOf(graph, node.inputs[0]) == DType::kFloat32 &&
         DTypeOf(graph, node.outputs[0]) == DType::kFloat32;
}

bool Fits(const Model& model, const Node& node) { return Computes(model.graph, node); }

// Also for the promise "close": where a small difference decides about an index it would be none.
std::vector<Site> FindFloat(const Model& model) { return NodesThatMayChange(model, Fits); }

bool IsTooLarge(const Graph& graph, const Region& region) {
  for (const ValueId id : region.weights)
    if (IsFloat(DTypeOf(graph, id)) && !(LargestMagnitude(*graph.initializer(id)) < kLargestHalf))
      return true;
  return false;
}

// Few CPU libraries have these in float64; they stay out most of the time, so that a case says more
// than "not implemented".
constexpr std::array<std::string_view, 20> kSeldomDouble = {"AveragePool",
                                                            "Celu",
                                                            "Conv",
                                                            "ConvTranspose",
                                                            "Elu",
                                                            "Erf",
                                                            "GlobalAveragePool",
                                                            "GlobalMaxPool",
                                                            "GroupNormalization",
                                                            "HardSigmoid",
                                                            "HardSwish",
                                                            "InstanceNormalization",
                                                            "LeakyRelu",
                                                            "Mean",
                                                            "Mish",
                                                            "PRelu",
                                                            "Selu",
                                                            "Softplus",
                                                            "Softsign",
                                                            "BatchNormalization"};
constexpr double kCommonOnly = 0.8, kBfloat16 = 0.15;

Result<ModelCase> Convert(const ModelCase& base, const Site& site, DType to, Rng& rng) {
  const std::vector<bool> delicate = DelicateValues(base.model);
  const bool common_only = to == DType::kFloat64 && rng.Chance(kCommonOnly);
  const auto fits = [&](const Graph& graph, const Node& node) {
    return Computes(graph, node) && Supports(base.model, node.op, to) &&
           !delicate[static_cast<size_t>(node.outputs[0])] &&
           !(common_only && Contains(kSeldomDouble, node.op));
  };
  ModelCase out = base;
  const Graph& graph = out.model.graph;
  const auto most = static_cast<size_t>(rng.Int(1, kMostNodes));
  auto region = GrowRegion(graph, site.node, most, fits, rng);
  if (!region.has_value()) return Reject("the operator does not exist in that type");
  if (to == DType::kFloat16 && IsTooLarge(graph, *region)) return Reject("weights too large");
  const auto enter = [&](Writer& writer, ValueId id) {
    if (DTypeOf(graph, id) != DType::kFloat32) return id;
    const Tensor* weight = WeightOf(graph, id);
    return weight == nullptr ? writer.Cast(id, to)
                             : writer.Constant(graph.name_of(id), Converted(*weight, to));
  };
  ASSAY_RETURN_IF_ERROR(RewriteRegion(
      out.model, std::move(*region),
      {.enter = enter,
       .change = [](Node&) {},
       .leave = [](Writer& writer, ValueId inner) { writer.Cast(inner, DType::kFloat32); }}));
  return out;
}

Result<ModelCase> ApplyHalf(const ModelCase& base, const Site& site, Rng& rng) {
  return Convert(base, site, rng.Chance(kBfloat16) ? DType::kBfloat16 : DType::kFloat16, rng);
}

Result<ModelCase> ApplyDouble(const ModelCase& base, const Site& site, Rng& rng) {
  return Convert(base, site, DType::kFloat64, rng);
}

}  // namespace
}  // namespace mixed_precision

MutatorDef MixedPrecisionDef() {
  return {.name = "mixed-precision",
          .meaning = "a region computes in float16 or bfloat16 between Casts",
          .choices =
              "one to five nodes; float16 three times out of four, since few CPU back ends "
              "know bfloat16; weights are rounded to the type",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = mixed_precision::FindFloat,
          .apply = mixed_precision::ApplyHalf};
}

MutatorDef DoublePrecisionDef() {
  return {.name = "double-precision",
          .meaning = "a region computes in float64 between Casts",
          .choices =
              "one to five nodes; weights are converted exactly; in four of five cases only "
              "operators that CPU libraries commonly have in float64",
          .family = Family::kDeveloper,
          .promise = Promise::kClose,
          .find = mixed_precision::FindFloat,
          .apply = mixed_precision::ApplyDouble};
}

}  // namespace assay::mutate
