// mean-as-sum-div:     ReduceMean(x)  ==>  ReduceSum(x) / n
// reduce-split-axes:   a reduction over several axes  ==>  one over the last, then over the others
// global-pool-as-reduce:  GlobalAveragePool, GlobalMaxPool  ==>  ReduceMean, ReduceMax
// mean-as-pool:        ReduceMean over all image axes  ==>  GlobalAveragePool or AveragePool
//
// Promise: close: the same terms in another order. The means of equally many terms each may be
//          averaged; L1 and L2 of norms are the norm. Extremes are exact but for NaN, on which the
//          texts are silent.
// Needs:   static sizes without a 0; a common number type (means and norms: float32, float64).
// Aims at: reduction kernels by axes and strides, pooling kernels, merging of reductions.
#include <algorithm>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace reduction_forms {
namespace {

constexpr std::string_view kReductions[] = {"ReduceMax",  "ReduceMin", "ReduceSum", "ReduceProd",
                                            "ReduceMean", "ReduceL1",  "ReduceL2"};

// The axes of a reduction, sorted, where they and all sizes are known; else empty.
std::vector<int64_t> AxesOf(const Graph& graph, const Node& node, int opset) {
  const auto shape = StaticShape(graph, node.inputs[0]);
  if (!shape.has_value() || ElementCount(*shape) == 0) return {};
  const ops::Call call(node, opset);
  std::vector<int64_t> axes = call.AttrInts("axes");
  if (node.inputs.size() > 1 && node.inputs[1] != kAbsent) {
    const Tensor* given = ConstantOf(graph, node.inputs[1]);
    if (given == nullptr) return {};
    axes = given->Ints();
  }
  const auto rank = static_cast<int64_t>(shape->size());
  if (axes.empty() && call.AttrInt("noop_with_empty_axes", 0) == 0)
    for (int64_t i = 0; i < rank; ++i) axes.push_back(i);
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  std::sort(axes.begin(), axes.end());
  return axes;
}

bool IsWide(DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kFloat64; }

bool KeepsDims(const Node& node) { return ops::Call(node, 0).AttrInt("keepdims", 1) != 0; }

bool FitsMean(const Model& model, const Node& node) {
  return node.op == "ReduceMean" && IsWide(DTypeOf(model.graph, node.outputs[0])) &&
         !AxesOf(model.graph, node, model.opset("")).empty();
}

Result<ValueId> MeanAsSum(Emitter& w, const Node& node, Rng&) {
  const auto axes = AxesOf(w.graph(), node, w.opset());
  const Shape shape = *StaticShape(w.graph(), node.inputs[0]);
  double terms = 1;
  for (const int64_t axis : axes) terms *= static_cast<double>(shape[static_cast<size_t>(axis)]);
  const DType dtype = DTypeOf(w.graph(), node.outputs[0]);
  const ValueId sum = w.Reduce("ReduceSum", node.inputs[0], axes, KeepsDims(node));
  return w.Op("Div", {sum, w.Scalar(dtype, terms)});
}

bool FitsSplit(const Model& model, const Node& node) {
  if (std::find(std::begin(kReductions), std::end(kReductions), node.op) == std::end(kReductions))
    return false;
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  const bool rounds = node.op == "ReduceMean" || node.op == "ReduceL1" || node.op == "ReduceL2";
  return (rounds ? IsWide(dtype) : IsCommon(dtype)) &&
         AxesOf(model.graph, node, model.opset("")).size() >= 2;
}

Result<ValueId> SplitAxes(Emitter& w, const Node& node, Rng&) {
  std::vector<int64_t> axes = AxesOf(w.graph(), node, w.opset());
  const bool keepdims = KeepsDims(node);
  // The last axis first: without it the numbers of the others stay.
  const ValueId first = w.Reduce(node.op, node.inputs[0], {axes.back()}, keepdims);
  axes.pop_back();
  return w.Reduce(node.op, first, axes, keepdims);
}

bool FitsGlobalPool(const Model& model, const Node& node) {
  const TensorType& x = TypeOf(model.graph, node.inputs.empty() ? kAbsent : node.inputs[0]);
  return (node.op == "GlobalAveragePool" || node.op == "GlobalMaxPool") && IsWide(x.dtype) &&
         x.rank() >= 3 && !HasZeroSize(x);
}

Result<ValueId> PoolAsReduce(Emitter& w, const Node& node, Rng&) {
  std::vector<int64_t> axes;
  for (int64_t i = 2; i < RankOf(w.graph(), node.inputs[0]); ++i) axes.push_back(i);
  return w.Reduce(node.op == "GlobalMaxPool" ? "ReduceMax" : "ReduceMean", node.inputs[0], axes,
                  true);
}

// Pooling kernels exist for one to three axes, and in some runtimes for float32 only.
bool FitsPool(const Model& model, const Node& node) {
  if (node.op != "ReduceMean" || DTypeOf(model.graph, node.outputs[0]) != DType::kFloat32)
    return false;
  const int rank = RankOf(model.graph, node.inputs[0]);
  std::vector<int64_t> image;
  for (int64_t i = 2; i < rank; ++i) image.push_back(i);
  return rank >= 3 && rank <= 5 && AxesOf(model.graph, node, model.opset("")) == image;
}

Result<ValueId> MeanAsPool(Emitter& w, const Node& node, Rng& rng) {
  const Shape shape = *StaticShape(w.graph(), node.inputs[0]);
  const std::vector<int64_t> window(shape.begin() + 2, shape.end());
  const ValueId y = rng.Chance(0.5)
                        ? w.Op("GlobalAveragePool", {node.inputs[0]})
                        : w.Op("AveragePool", {node.inputs[0]}, {{"kernel_shape", window}});
  return KeepsDims(node) ? y : w.Squeeze(y, AxesOf(w.graph(), node, w.opset()));
}

}  // namespace
}  // namespace reduction_forms

MutatorDef MeanAsSumDivDef() {
  return {.name = "mean-as-sum-div",
          .meaning = "a mean becomes a sum and a division",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<reduction_forms::FitsMean>,
          .apply = Replace<reduction_forms::MeanAsSum>};
}

MutatorDef ReduceSplitAxesDef() {
  return {.name = "reduce-split-axes",
          .meaning = "a reduction over several axes is done in two steps",
          .choices = "the last axis first",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<reduction_forms::FitsSplit>,
          .apply = Replace<reduction_forms::SplitAxes>};
}

MutatorDef GlobalPoolAsReduceDef() {
  return {.name = "global-pool-as-reduce",
          .meaning = "a global pooling becomes a reduction over the image axes",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<reduction_forms::FitsGlobalPool>,
          .apply = Replace<reduction_forms::PoolAsReduce>};
}

MutatorDef MeanAsPoolDef() {
  return {.name = "mean-as-pool",
          .meaning = "a mean over the image axes becomes a pooling",
          .choices = "global, or with a window of the whole image",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<reduction_forms::FitsPool>,
          .apply = Replace<reduction_forms::MeanAsPool>};
}

}  // namespace assay::mutate
