// CenterCropPad: crops or pads (with zero) each axis to a given size, keeping the middle.
//
//   crop: out[i] = x[i + floor((size - wanted) / 2)],   pad: out[i] = x[i - floor((wanted - size) /
//   2)]
//
// Spec:  ONNX opset 18. `shape` gives the sizes of `axes` (default: all).
// Traps: an odd difference cuts one more at the end, and pads one more at the end.
#include "ops/list.h"
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

Result<std::vector<int>> AxesOf(const Call& call, int rank) {
  if (call.HasAttr("axes")) return DistinctAxes(call.AttrInts("axes"), rank);
  std::vector<int> out;
  for (int i = 0; i < rank; ++i) out.push_back(i);
  return out;
}

Status CheckSizes(std::span<const int64_t> sizes, size_t axes) {
  if (sizes.size() != axes)
    return Invalid(StrCat("shape has ", sizes.size(), " entries for ", axes, " axes"));
  for (const int64_t size : sizes)
    if (size < 0) return Invalid(StrCat("shape [", Join(sizes, ","), "] has a negative size"));
  return {};
}

Result<Types> InferCenterCropPad(const InferCall& call) {
  TensorType out = call.input(0);
  if (!out.has_rank) return OneType(out);
  ASSAY_ASSIGN(const std::vector<int> axes, AxesOf(call, out.rank()));
  const auto sizes = call.ConstantInts(1);
  if (sizes.has_value()) ASSAY_RETURN_IF_ERROR(CheckSizes(*sizes, axes.size()));
  for (size_t i = 0; i < axes.size(); ++i)
    out.dims[static_cast<size_t>(axes[i])] =
        sizes.has_value() ? Dim::Known((*sizes)[i]) : Dim::Unknown();
  return OneType(out);
}

Result<Outputs> EvaluateCenterCropPad(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int> axes, AxesOf(call, x.rank()));
  ASSAY_ASSIGN(const std::vector<int64_t> sizes, ListOf(call, 1, "shape"));
  ASSAY_RETURN_IF_ERROR(CheckSizes(sizes, axes.size()));
  Shape shape = x.shape();
  for (size_t i = 0; i < axes.size(); ++i) shape[static_cast<size_t>(axes[i])] = sizes[i];
  ASSAY_RETURN_IF_ERROR(CheckEvaluable(shape));
  const Shape strides = Strides(x.shape());
  std::vector<int64_t> map;
  for (Odometer it(shape, Shape(shape.size(), 0)); !it.done(); it.Next()) {
    int64_t from = 0;
    for (size_t i = 0; i < shape.size() && from >= 0; ++i) {
      const int64_t shift = x.shape()[i] >= shape[i] ? (x.shape()[i] - shape[i]) / 2
                                                     : -((shape[i] - x.shape()[i]) / 2);
      const int64_t at = it.index()[i] + shift;
      from = at < 0 || at >= x.shape()[i] ? -1 : from + at * strides[i];
    }
    map.push_back(from);
  }
  return One(x.Take(shape, map));
}

std::optional<Proposal> ProposeCenterCropPad(const ProposeCall& call) {
  Proposal out;
  std::vector<int64_t> axes, sizes;
  const bool some = call.rng.Chance(0.5);
  for (int i = 0; i < call.rank(0); ++i) {
    if (some && call.rng.Chance(0.5)) continue;
    axes.push_back(some && call.rng.Chance(0.3) ? i - call.rank(0) : i);
    sizes.push_back(
        std::max<int64_t>(1, call.shape(0)[static_cast<size_t>(i)] + call.rng.Int(-2, 3)));
  }
  if (axes.empty()) return std::nullopt;
  if (some) out.attrs.Set("axes", axes);
  out.constants = {Int64Vector(sizes)};
  return out;
}

}  // namespace

OpDef CenterCropPadDef() {
  return {.name = "CenterCropPad",
          .meaning = "crops or pads each axis around its middle",
          .infer = InferCenterCropPad,
          .evaluate = EvaluateCenterCropPad,
          .propose = ProposeCenterCropPad};
}

}  // namespace assay::ops
