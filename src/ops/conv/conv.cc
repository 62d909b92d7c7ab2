// Conv: convolution (cross-correlation) over any number of spatial axes.
//
//   y[n, m, o..] = b[m] + sum over c, k.. of  w[m, c, k..] * x[n, group(m) * C/group + c, o *
//   stride - pad + k * dilation ..]
//
// Spec:  ONNX opsets 1, 11 (defaults of strides and dilations stated), 22 (bfloat16).
// Traps: SAME_LOWER puts the odd padding first; padding is zero, so an infinite weight over it may
// or may not give NaN.
#include "ops/conv/convolve.h"
#include "ops/conv/transformed.h"
#include "ops/elementwise.h"
#include "ops/linear/cut_factors.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// Sizes of the kernel from W, or from kernel_shape where W is not known; -1: unknown.
Result<std::vector<int64_t>> KernelOf(const InferCall& call, size_t spatial_rank) {
  std::vector<int64_t> kernel = call.AttrInts("kernel_shape");
  if (kernel.empty()) kernel.assign(spatial_rank, -1);
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial_rank));
  const TensorType& w = call.input(1);
  if (!w.has_rank) return kernel;
  for (size_t i = 0; i < spatial_rank; ++i) {
    const Dim have = w.dims[i + 2];
    if (have.known() && kernel[i] >= 0 && have.size != kernel[i])
      return Invalid(
          StrCat("kernel_shape says ", kernel[i], " on axis ", i, " where W has ", have.size));
    if (have.known()) kernel[i] = have.size;
  }
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, spatial_rank));
  return kernel;
}

Status CheckChannels(const InferCall& call) {
  const TensorType &x = call.input(0), &w = call.input(1);
  const int64_t group = call.AttrInt("group", 1);
  if (group < 1) return Invalid(StrCat("group is ", group));
  if (!w.has_rank) return {};
  if (x.has_rank && x.dims[1].known() && w.dims[1].known() &&
      (x.dims[1].size % group != 0 || x.dims[1].size / group != w.dims[1].size))
    return Invalid(StrCat("Conv of ", TypeText(x), " with weights ", TypeText(w), " in ", group,
                          " groups: channels do not fit"));
  if (w.dims[0].known() && w.dims[0].size % group != 0)
    return Invalid(
        StrCat(w.dims[0].size, " output channels are not divisible into ", group, " groups"));
  if (call.has_input(2) && call.input(2).has_rank) {
    const TensorType& b = call.input(2);
    if (b.rank() != 1 ||
        (b.dims[0].known() && w.dims[0].known() && b.dims[0].size != w.dims[0].size))
      return Invalid(StrCat("bias ", TypeText(b), " for weights ", TypeText(w)));
  }
  return {};
}

Result<Types> InferConv(const InferCall& call) {
  const TensorType &x = call.input(0), &w = call.input(1);
  const int rank = x.has_rank ? x.rank() : w.rank();
  if (rank < 0) return OneType(TensorType(x.dtype));
  if (rank < 3 || (w.has_rank && w.rank() != rank))
    return Invalid(StrCat("Conv of ", TypeText(x), " with weights ", TypeText(w)));
  ASSAY_RETURN_IF_ERROR(CheckChannels(call));
  const auto spatial = static_cast<size_t>(rank - 2);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, spatial));
  ASSAY_ASSIGN(const std::vector<int64_t> kernel, KernelOf(call, spatial));
  Dims dims{x.has_rank ? x.dims[0] : Dim::Unknown(), w.has_rank ? w.dims[0] : Dim::Unknown()};
  if (x.has_rank) {
    ASSAY_ASSIGN(const Dims spatial_dims, InferWindows(attrs, x, kernel));
    for (const Dim dim : spatial_dims) dims.push_back(dim);
  } else {
    for (size_t i = 0; i < spatial; ++i) dims.push_back(Dim::Unknown());
  }
  return OneType(TensorType(x.dtype, dims));
}

Result<Outputs> UncutConv(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &w = call.tensor(1);
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, x.shape().size() - 2));
  const std::vector<int64_t> kernel(w.shape().begin() + 2, w.shape().end());
  ASSAY_ASSIGN(const WindowAxes axes, PlaceWindows(attrs, x.shape(), kernel));
  return One(Convolve(call.arith(x.dtype()), x, w, call.has_input(2) ? &call.tensor(2) : nullptr,
                      call.AttrInt("group", 1), axes));
}

Result<Outputs> EvaluateConv(const EvalCall& call) {
  // What a transformed convolution cuts are not its operands.
  if (ChannelsMayBeTransformed(call.tensor(1).shape()[1])) return UncutConv(call);
  return WithCutFactors(call, UncutConv);
}

std::optional<Proposal> ProposeConv(const ProposeCall& call) {
  if (call.rank(0) < 3 || call.rank(0) > 5) return std::nullopt;
  Rng& rng = call.rng;
  const Shape x = call.shape(0);
  if (ElementCount(x) == 0) return std::nullopt;
  const std::vector<int64_t> kernel = ProposeKernel(rng, x, 3);
  auto attrs = ProposeWindow(rng, x, kernel, true);
  if (!attrs.has_value()) return std::nullopt;
  int64_t group = 1;
  if (rng.Chance(0.3))
    for (int64_t g = 2; g <= x[1]; ++g)
      if (x[1] % g == 0 && rng.Chance(0.5)) group = g;
  const int64_t outputs = group * rng.Int(1, group > 1 ? 2 : 4);
  Shape w{outputs, x[1] / group};
  for (const int64_t k : kernel) w.push_back(k);
  Proposal out{.attrs = *attrs, .constants = {RandomTensor(rng, call.dtype(0), w)}};
  if (group > 1) out.attrs.Set("group", group);
  if (rng.Chance(0.5)) out.attrs.Set("kernel_shape", kernel);
  if (rng.Chance(0.5)) out.constants.emplace_back(RandomTensor(rng, call.dtype(0), Shape{outputs}));
  return out;
}

}  // namespace

OpDef ConvDef() {
  return {.name = "Conv",
          .meaning = "convolution over the spatial axes",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 1},
          .infer = InferConv,
          .evaluate = EvaluateConv,
          .propose = ProposeConv,
          .open = {kSameCrops}};
}

}  // namespace assay::ops
