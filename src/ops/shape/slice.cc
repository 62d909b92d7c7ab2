// Slice: a regular part of a tensor along several axes.
//
//   out[.., i, ..] = data[.., start + i * step, ..]
//
// Spec:  ONNX opsets 1 (attributes), 10 (inputs, steps), 11 (negative axes), 13. Negative starts
// and ends count from the end;
//        then they are clamped to what the direction of the step admits.
// Traps: ends may be the largest or smallest integer ("to the end"); a step of 0 is an error; empty
// results are normal.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

constexpr Open kInFront = {
    "backwards from in front of the first element: that element, or none",
    "ONNX Slice: the text clamps the start to 0, the official implementation leaves it outside"};

struct AxisSlice {
  int64_t start = 0, step = 1, count = 0;
};

AxisSlice SliceAxis(int64_t size, int64_t start, int64_t end, int64_t step) {
  if (start < 0) start += size;
  if (end < 0) end += size;
  const int64_t last = step > 0 ? size : size - 1, before = step > 0 ? 0 : -1;
  start = std::min(std::max<int64_t>(start, 0), last);
  end = std::min(std::max(end, before), last);
  const __int128 distance =
      step > 0 ? static_cast<__int128>(end) - start : static_cast<__int128>(start) - end;
  const __int128 stride = step > 0 ? static_cast<__int128>(step) : -static_cast<__int128>(step);
  const __int128 count = distance <= 0 ? 0 : (distance + stride - 1) / stride;
  return {start, step, static_cast<int64_t>(count)};
}

struct Wanted {
  std::vector<int64_t> starts, ends, steps;
  std::vector<int> axes;
};

Result<Wanted> Normalize(const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
                         const std::vector<int64_t>* axes, const std::vector<int64_t>* steps,
                         int rank) {
  Wanted out{starts, ends, steps != nullptr ? *steps : std::vector<int64_t>(starts.size(), 1), {}};
  std::vector<int64_t> in_order;
  for (size_t i = 0; i < starts.size(); ++i) in_order.push_back(static_cast<int64_t>(i));
  ASSAY_ASSIGN(out.axes, DistinctAxes(axes != nullptr ? *axes : in_order, rank));
  if (ends.size() != starts.size() || out.axes.size() != starts.size() ||
      out.steps.size() != starts.size())
    return Invalid(StrCat("starts, ends, axes and steps have ", starts.size(), ", ", ends.size(),
                          ", ", out.axes.size(), " and ", out.steps.size(), " entries"));
  for (const int64_t step : out.steps)
    if (step == 0) return Invalid("a step is 0");
  return out;
}

Dim SlicedDim(Dim dim, int64_t start, int64_t end, int64_t step) {
  if (dim.known()) return Dim::Known(SliceAxis(dim.size, start, end, step).count);
  const bool whole = start == 0 && step == 1 && end >= INT32_MAX;
  return whole ? dim : Dim::Unknown();
}

// Sizes when starts or ends are not known: those of the named axes get lost, or all of them.
Result<Types> InferVague(const InferCall& call, const std::optional<std::vector<int64_t>>& axes) {
  const TensorType& data = call.input(0);
  if (!axes.has_value()) return OneType(OfRank(data.dtype, data.rank()));
  ASSAY_ASSIGN(const std::vector<int> at, DistinctAxes(*axes, data.rank()));
  TensorType out = data;
  for (const int axis : at) out.dims[static_cast<size_t>(axis)] = Dim::Unknown();
  return OneType(out);
}

Result<Types> InferSlice(const InferCall& call) {
  const TensorType& data = call.input(0);
  if (!data.has_rank) return OneType(TensorType(data.dtype));
  const auto starts = AttrOrConstant(call, "starts", 1, 10),
             ends = AttrOrConstant(call, "ends", 2, 10);
  const auto axes = AttrOrConstant(call, "axes", 3, 10), steps = call.ConstantInts(4);
  const bool axes_given = call.opset() < 10 ? call.HasAttr("axes") : call.has_input(3);
  if (!starts.has_value() || !ends.has_value() || axes_given != axes.has_value() ||
      call.has_input(4) != steps.has_value())
    return InferVague(call, axes);
  ASSAY_ASSIGN(const Wanted wanted, Normalize(*starts, *ends, axes ? &*axes : nullptr,
                                              steps ? &*steps : nullptr, data.rank()));
  TensorType out = data;
  for (size_t i = 0; i < wanted.axes.size(); ++i) {
    Dim& dim = out.dims[static_cast<size_t>(wanted.axes[i])];
    dim = SlicedDim(dim, wanted.starts[i], wanted.ends[i], wanted.steps[i]);
  }
  return OneType(out);
}

Result<Wanted> WantedOf(const EvalCall& call) {
  ASSAY_ASSIGN(const auto starts, AttrOrInput(call, "starts", 1, 10));
  ASSAY_ASSIGN(const auto ends, AttrOrInput(call, "ends", 2, 10));
  ASSAY_ASSIGN(const auto axes, AttrOrInput(call, "axes", 3, 10));
  ASSAY_ASSIGN(const auto steps, AttrOrInput(call, "steps", 4, 10));
  if (!starts.has_value() || !ends.has_value()) return Invalid("starts or ends is missing");
  return Normalize(*starts, *ends, axes ? &*axes : nullptr, steps ? &*steps : nullptr,
                   call.tensor(0).rank());
}

Result<Outputs> EvaluateSlice(const EvalCall& call) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const Wanted wanted, WantedOf(call));
  Shape shape = data.shape(), read = Strides(data.shape());
  int64_t first = 0;
  for (size_t i = 0; i < wanted.axes.size(); ++i) {
    const auto axis = static_cast<size_t>(wanted.axes[i]);
    if (wanted.steps[i] < 0 && wanted.starts[i] < -data.shape()[axis] && data.shape()[axis] > 0)
      return Undetermined(
          StrCat("start ", wanted.starts[i], " lies in front of axis ", axis, ", backwards"));
    const AxisSlice slice =
        SliceAxis(data.shape()[axis], wanted.starts[i], wanted.ends[i], wanted.steps[i]);
    shape[axis] = slice.count;
    first += slice.start * read[axis];
    // With one element or none the step is never taken, and may be huge.
    read[axis] = slice.count > 1 ? read[axis] * slice.step : 0;
  }
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(ElementCount(shape)));
  for (Odometer it(shape, read); !it.done(); it.Next()) map.push_back(first + it.offset());
  return One(data.Take(shape, map));
}

std::optional<Proposal> ProposeSlice(const ProposeCall& call) {
  Rng& rng = call.rng;
  const int rank = call.rank(0);
  if (rank == 0) return std::nullopt;
  std::vector<int64_t> starts, ends, axes, steps;
  for (int axis = 0; axis < rank; ++axis) {
    const int64_t size = call.shape(0)[static_cast<size_t>(axis)];
    if (size == 0 || (rank > 1 && rng.Chance(0.4))) continue;
    int64_t first = rng.Int(0, size - 1), last = rng.Int(first, size - 1);
    const bool backwards = call.opset >= 10 && rng.Chance(0.3);
    if (backwards) std::swap(first, last);
    int64_t end = backwards ? (last == 0 ? -size - 1 : last - 1) : last + 1;
    if (!backwards && last == size - 1 && rng.Chance(0.3)) end = INT64_MAX;
    starts.push_back(rng.Chance(0.3) ? first - size : first);
    ends.push_back(end > 0 && end < size && rng.Chance(0.3) ? end - size : end);
    steps.push_back(call.opset < 10 ? 1 : rng.Int(1, 2) * (backwards ? -1 : 1));
    axes.push_back(call.opset >= 11 && rng.Chance(0.3) ? axis - rank : axis);
  }
  if (starts.empty()) return std::nullopt;
  if (call.opset < 10)
    return Proposal{.attrs = {{"starts", starts}, {"ends", ends}, {"axes", axes}}};
  return Proposal{
      .constants = {Int64Vector(starts), Int64Vector(ends), Int64Vector(axes), Int64Vector(steps)}};
}

}  // namespace

OpDef SliceDef() {
  return {.name = "Slice",
          .meaning = "a regular part of a tensor",
          .infer = InferSlice,
          .evaluate = EvaluateSlice,
          .propose = ProposeSlice,
          .open = {kInFront}};
}

}  // namespace assay::ops
