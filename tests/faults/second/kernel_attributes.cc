// Attributes at their boundaries: kernels that move, select, accumulate and score.
#include <algorithm>
#include <cmath>

#include "second/lines.h"

namespace assay::faults {
namespace {

bool Recurrent(const Kernel& kernel) { return kernel.Is({"LSTM", "GRU", "RNN"}); }
bool Loss(const Kernel& kernel) {
  return kernel.Is({"NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss"});
}

// Runs the node again with other integers at one input.
void RerunWithInts(Kernel& kernel, size_t input, const std::vector<int64_t>& values) {
  std::vector<Known> inputs = kernel.inputs();
  for (size_t k = 0; k < values.size(); ++k)
    inputs[input].tensor.set(static_cast<int64_t>(k), Int::Point(values[k]));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

}  // namespace

// The new axis is laid out last whatever the attribute.
void OneHotLaidOutLast(Kernel& kernel) {
  if (!kernel.Is({"OneHot"}) || !kernel.HasResult()) return;
  const int64_t axis = kernel.AttrInt("axis", -1);
  if (axis == -1 || axis == kernel.out().rank() - 1) return;
  Node variant = kernel.node();
  variant.attrs.Erase("axis");
  const std::vector<Known> last = kernel.Try(variant);
  if (!last.empty()) kernel.Replace({Known(last[0].tensor.Reshaped(kernel.out().shape()))});
}

void CumSumExclusiveForgetsReverse(Kernel& kernel) {
  if (kernel.Is({"CumSum"}) && kernel.AttrInt("exclusive", 0) == 1 &&
      kernel.AttrInt("reverse", 0) == 1)
    kernel.RerunWithout("reverse");
}

// Of equal values the later one comes first.
void TopKTiesDescend(Kernel& kernel) {
  if (!kernel.Is({"TopK"}) || !kernel.IsReal() || !kernel.HasResult(1) ||
      kernel.AttrInt("sorted", 1) != 1)
    return;
  Bounded indices = kernel.out(1);
  for (const auto& line : Lines(indices.shape(), kernel.AttrInt("axis", -1)))
    for (size_t begin = 0, end; begin < line.size(); begin = end) {
      for (end = begin + 1;
           end < line.size() && kernel.Real(line[end]) == kernel.Real(line[begin]);)
        ++end;
      for (size_t k = begin; k < end; ++k)
        indices.set(line[k], kernel.out(1), line[begin + end - 1 - k]);
    }
  kernel.SetResult(1, Known(std::move(indices)));
}

void HardmaxMarksAllTies(Kernel& kernel) {
  if (!kernel.Is({"Hardmax"}) || !kernel.IsReal() || kernel.opset() < 13) return;
  for (const auto& line : Lines(kernel.out().shape(), kernel.AttrInt("axis", -1))) {
    double largest = -INFINITY;
    for (const int64_t k : line) largest = std::fmax(largest, kernel.in(0).real(k).v);
    for (const int64_t k : line)
      if (kernel.in(0).real(k).v == largest) kernel.SetReal(k, 1);
  }
}

// With the batch first, the last hidden state is still laid out with the directions first.
void HiddenStateKeepsLayout(Kernel& kernel) {
  if (!Recurrent(kernel) || kernel.AttrInt("layout", 0) != 1 || !kernel.HasResult(1)) return;
  const Bounded& right = kernel.out(1);
  const Shape shape = right.shape();
  const int64_t batch = shape[0], ways = shape[1], hidden = shape[2];
  std::vector<int64_t> map;
  for (int64_t way = 0; way < ways; ++way)
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t h = 0; h < hidden; ++h) map.push_back((b * ways + way) * hidden + h);
  kernel.SetResult(1, Known(right.Take(shape, map)));
}

void GruBackwardIgnoresLinearBeforeReset(Kernel& kernel) {
  if (kernel.Is({"GRU"}) && kernel.AttrString("direction", "forward") != "forward" &&
      kernel.AttrInt("linear_before_reset", 0) == 1)
    kernel.RerunWithout("linear_before_reset");
}

void RecurrentIgnoresClip(Kernel& kernel) {
  if (Recurrent(kernel)) kernel.RerunWithout("clip");
}

// The mean of weighted losses is divided by their number instead of by the sum of the weights.
void LossMeanDividesByCount(Kernel& kernel) {
  if (!Loss(kernel) || !kernel.HasTensor(2) || !kernel.IsReal() ||
      kernel.AttrString("reduction", "mean") != "mean")
    return;
  Node variant = kernel.node();
  variant.attrs.Set("reduction", std::string("sum"));
  const std::vector<Known> sum = kernel.Try(variant);
  int64_t counted = 0;
  for (const int64_t target : kernel.Ints(1))
    counted += !kernel.HasAttr("ignore_index") || target != kernel.AttrInt("ignore_index", 0);
  if (!sum.empty() && counted > 0)
    kernel.SetReal(0, sum[0].tensor.real(0).v / static_cast<double>(counted));
}

// ignore_index = 0 is taken for "not given".
void LossIgnoreIndexZeroUnset(Kernel& kernel) {
  if (Loss(kernel) && kernel.HasAttr("ignore_index") && kernel.AttrInt("ignore_index", -1) == 0)
    kernel.RerunWithout("ignore_index");
}

// fmod of floats takes the sign of the divisor.
void FmodTakesDivisorSign(Kernel& kernel) {
  if (!kernel.Is({"Mod"}) || !kernel.IsReal() || kernel.AttrInt("fmod", 0) != 1) return;
  const auto places = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double rest = kernel.Real(k);
    const double divisor = kernel.in(1).real(places[static_cast<size_t>(k)]).v;
    if (rest != 0 && std::isfinite(divisor) && (rest < 0) != (divisor < 0))
      kernel.SetReal(k, rest + divisor);
  }
}

void GatherNdUsesFirstBatch(Kernel& kernel) {
  const int64_t batch_dims = kernel.AttrInt("batch_dims", 0);
  if (!kernel.Is({"GatherND"}) || batch_dims < 1 || kernel.in(0).count() == 0) return;
  int64_t part = kernel.in(0).count();
  for (int64_t axis = 0; axis < batch_dims; ++axis)
    part /= kernel.in(0).shape()[static_cast<size_t>(axis)];
  std::vector<Known> inputs = kernel.inputs();
  for (int64_t k = part; k < kernel.in(0).count(); ++k)
    inputs[0].tensor.set(k, kernel.in(0), k % part);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

// Counted from the end, one too far.
void ScatterElementsNegativeOffByOne(Kernel& kernel) {
  if (!kernel.Is({"ScatterElements"})) return;
  const Shape& shape = kernel.in(0).shape();
  int64_t axis = kernel.AttrInt("axis", 0);
  if (axis < 0) axis += static_cast<int64_t>(shape.size());
  std::vector<int64_t> indices = kernel.Ints(1);
  const int64_t size = shape[static_cast<size_t>(axis)];
  for (int64_t& index : indices)
    if (index < 0 && index + size > 0) index += size - 1;
  if (indices != kernel.Ints(1)) RerunWithInts(kernel, 1, indices);
}

// A k beyond the matrix is moved to its corner, which then stays.
void TriluClampsK(Kernel& kernel) {
  if (!kernel.Is({"Trilu"}) || !kernel.HasTensor(1)) return;
  const Shape& shape = kernel.in(0).shape();
  const int64_t rows = shape[shape.size() - 2], columns = shape.back(), k = kernel.Ints(1)[0];
  const int64_t clamped = std::max(1 - rows, std::min(columns - 1, k));
  if (clamped != k && rows > 0 && columns > 0) RerunWithInts(kernel, 1, {clamped});
}

void EyeLikeNegativeKMirrored(Kernel& kernel) {
  const int64_t k = kernel.AttrInt("k", 0);
  if (kernel.Is({"EyeLike"}) && k < 0) kernel.RerunWith("k", -k);
}

void DepthToSpaceIgnoresMode(Kernel& kernel) {
  if (kernel.Is({"DepthToSpace"}) && kernel.AttrString("mode", "DCR") == "CRD")
    kernel.RerunWithout("mode");
}

// A negative pad cuts at the other end.
void NegativePadCutsOtherEnd(Kernel& kernel) {
  if (!kernel.Is({"Pad"}) || kernel.opset() < 11) return;
  std::vector<int64_t> pads = kernel.Ints(1);
  const size_t half = pads.size() / 2;
  for (size_t k = 0; k < half; ++k)
    if (pads[k] <= 0 && pads[k + half] <= 0) std::swap(pads[k], pads[k + half]);
  if (pads != kernel.Ints(1)) RerunWithInts(kernel, 1, pads);
}

// Before opset 13 an axis divides the shape into rows and columns; taken for one axis.
void OldSoftmaxAlongOneAxis(Kernel& kernel) {
  if (!kernel.Is({"Softmax"}) || !kernel.IsReal() || kernel.opset() >= 13) return;
  for (const auto& line : Lines(kernel.out().shape(), kernel.AttrInt("axis", 1))) {
    double largest = -INFINITY, sum = 0;
    for (const int64_t k : line) largest = std::fmax(largest, kernel.in(0).real(k).v);
    for (const int64_t k : line) sum += std::exp(kernel.in(0).real(k).v - largest);
    for (const int64_t k : line)
      kernel.SetReal(k, std::exp(kernel.in(0).real(k).v - largest) / sum);
  }
}

// An odd number of elements to cut leaves the larger part at the beginning.
void CenterCropRoundsUp(Kernel& kernel) {
  if (!kernel.Is({"CenterCropPad"}) || !kernel.HasResult()) return;
  const Shape &from = kernel.in(0).shape(), &to = kernel.out().shape();
  const Shape strides = Strides(from);
  int64_t begin = 0;
  bool odd = false;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (to[axis] > from[axis]) return;
    begin += strides[axis] * ((from[axis] - to[axis] + 1) / 2);
    odd = odd || (from[axis] - to[axis]) % 2 == 1;
  }
  if (!odd) return;
  std::vector<int64_t> map;
  for (Odometer it(to, strides); !it.done(); it.Next()) map.push_back(begin + it.offset());
  kernel.Replace({Known(kernel.in(0).Take(to, map))});
}

// Halves are rounded away from zero.
void QuantizeHalfAway(Kernel& kernel) {
  if (!kernel.Is({"QuantizeLinear"}) || !kernel.IsInteger() || kernel.in(1).count() != 1) return;
  const std::vector<int64_t> zeros = kernel.Ints(2);
  const int64_t zero = zeros.empty() ? 0 : zeros[0];
  const DType type = kernel.out().dtype();
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    if (!kernel.in(0).is_real()) return;
    const double x = kernel.in(0).real(k).v / kernel.in(1).real(0).v;
    if (!std::isfinite(x) || std::fabs(x) > 1e6 || std::fabs(x - std::trunc(x)) != 0.5) continue;
    const int64_t away = std::llround(x) + zero;
    if (away > IntMin(type) && away < IntMax(type)) kernel.SetInt(k, away);
  }
}

}  // namespace assay::faults
