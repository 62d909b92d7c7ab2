// What compilers get wrong in the loops that they write: tails, strides, widths, orders.
#include <algorithm>
#include <cmath>

#include "second/lines.h"

namespace assay::faults {
namespace {

constexpr int64_t kLanes = 8;

bool IsArithmetic(const Kernel& kernel) {
  return kernel.Is({"Add", "Sub", "Mul", "Div", "Max", "Min"}) && kernel.input_count() == 2;
}

// Calls fix(place, a, b) for each element of a binary operator on integers.
template <typename Fix>
void ForEachPair(Kernel& kernel, const Fix& fix) {
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    fix(k, kernel.in(0).integer(a[static_cast<size_t>(k)]).v,
        kernel.in(1).integer(b[static_cast<size_t>(k)]).v);
}

bool Compares(const std::string& op, double a, double b) {
  if (op == "Equal") return a == b;
  if (op == "Less") return a < b;
  if (op == "Greater") return a > b;
  return op == "LessOrEqual" ? a <= b : a >= b;
}

// An axis of size 1 between two that are longer, which broadcasting repeats.
bool RepeatsMiddleAxis(const Shape& shape, const Shape& out) {
  if (shape.size() != out.size() || shape.size() < 3) return false;
  for (size_t axis = 1; axis + 1 < shape.size(); ++axis)
    if (shape[axis] == 1 && out[axis] > 1 && shape[axis - 1] > 1 && shape[axis + 1] > 1)
      return true;
  return false;
}

}  // namespace

// Behind the last whole vector of a row the loop writes the element before it again.
void VectorTailRepeats(Kernel& kernel) {
  if (!kernel.Is({"Abs", "Neg", "Floor", "Ceil", "Sqrt", "Reciprocal"}) || !kernel.HasResult() ||
      kernel.out().rank() < 1)
    return;
  const int64_t inner = kernel.out().shape().back();
  if (inner <= kLanes || inner % kLanes == 0) return;
  std::vector<int64_t> map;
  const int64_t whole = inner - inner % kLanes;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    map.push_back(k % inner < whole ? k : k - k % inner + whole - 1);
  kernel.Permute(map);
}

// A matrix times one column runs over the matrix by columns, which shows where it is square.
void MatrixTimesColumnTransposed(Kernel& kernel) {
  if (!kernel.Is({"MatMul"}) || kernel.in(0).rank() != 2 || kernel.in(1).rank() != 2) return;
  const Shape &a = kernel.in(0).shape(), &b = kernel.in(1).shape();
  if (b[1] != 1 || a[0] != a[1] || a[0] < 2) return;
  std::vector<int64_t> map;
  for (int64_t row = 0; row < a[0]; ++row)
    for (int64_t column = 0; column < a[0]; ++column) map.push_back(column * a[0] + row);
  std::vector<Known> inputs = kernel.inputs();
  inputs[0] = Known(kernel.in(0).Take(a, map));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

// An operand that is repeated along a middle axis is read on and on: its stride there is not zero.
void MiddleBroadcastReadsOn(Kernel& kernel) {
  if (!IsArithmetic(kernel) || !kernel.HasResult()) return;
  std::vector<Known> inputs = kernel.inputs();
  bool changed = false;
  for (size_t i = 0; i < 2; ++i) {
    if (!RepeatsMiddleAxis(kernel.in(i).shape(), kernel.out().shape())) continue;
    std::vector<int64_t> map;
    for (int64_t k = 0; k < kernel.out().count(); ++k) map.push_back(k % kernel.in(i).count());
    inputs[i] = Known(kernel.in(i).Take(kernel.out().shape(), map));
    changed = true;
  }
  if (changed) kernel.Rerun(kernel.node(), std::move(inputs));
}

// Extremes of a whole tensor forget what is left over of blocks of sixteen.
void ExtremeForgetsRemainder(Kernel& kernel) {
  constexpr int64_t kBlock = 16;
  if (!kernel.Is({"ReduceMax", "ReduceMin"}) || !kernel.IsReal() || kernel.out().count() != 1)
    return;
  const int64_t count = kernel.in(0).count(), whole = count - count % kBlock;
  if (whole == 0 || whole == count) return;
  double best = kernel.in(0).real(0).v;
  for (int64_t k = 1; k < whole; ++k) {
    const double x = kernel.in(0).real(k).v;
    if (std::isnan(x)) return;
    best = kernel.Is({"ReduceMax"}) ? std::max(best, x) : std::min(best, x);
  }
  if (!std::isnan(best)) kernel.SetReal(0, best);
}

// 8-bit extremes begin at zero where the vectors are long enough.
void NarrowExtremeStartsAtZero(Kernel& kernel) {
  constexpr int64_t kLong = 16;
  if (!kernel.Is({"ReduceMax", "ReduceMin"}) || !kernel.IsInteger() ||
      BitWidth(kernel.out().dtype()) != 8 || kernel.out().count() == 0 ||
      kernel.in(0).count() / kernel.out().count() < kLong)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t v = kernel.out().integer(k).v;
    kernel.SetInt(k, kernel.Is({"ReduceMax"}) ? std::max<int64_t>(v, 0) : std::min<int64_t>(v, 0));
  }
}

void Int32ComparedAsFloat(Kernel& kernel) {
  if (!kernel.Is({"Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"}) ||
      kernel.in(0).dtype() != DType::kInt32)
    return;
  ForEachPair(kernel, [&](int64_t k, int64_t a, int64_t b) {
    kernel.SetInt(k, Compares(kernel.node().op, static_cast<float>(a), static_cast<float>(b)));
  });
}

void Int64ExtremeThroughDouble(Kernel& kernel) {
  constexpr int64_t kExact = int64_t{1} << 53, kSafe = int64_t{1} << 62;
  if (!kernel.Is({"Max", "Min", "Clip", "Where", "Mod"}) || !kernel.IsInteger() ||
      kernel.out().dtype() != DType::kInt64)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t v = kernel.out().integer(k).v;
    if ((v > kExact || v < -kExact) && v < kSafe)
      kernel.SetInt(k, static_cast<int64_t>(static_cast<double>(v)));
  }
}

void UnsignedComparedAsSigned(Kernel& kernel) {
  if (!kernel.Is({"Less", "Greater", "LessOrEqual", "GreaterOrEqual"})) return;
  const DType type = kernel.in(0).dtype();
  if (type != DType::kUint32 && type != DType::kUint64) return;
  const auto as_signed = [&](int64_t x) {
    return type == DType::kUint32 ? int64_t{static_cast<int32_t>(x)} : x;
  };
  ForEachPair(kernel, [&](int64_t k, int64_t a, int64_t b) {
    const int64_t x = as_signed(a), y = as_signed(b);
    kernel.SetInt(k, Compares(kernel.node().op, x < y ? 0 : x > y ? 2 : 1, 1));
  });
}

// Rounding goes through a 32-bit integer, which has an end.
void RoundingThroughInt32(Kernel& kernel) {
  constexpr double kEnd = 2147483647;
  if (!kernel.Is({"Floor", "Ceil", "Round"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (const double x = kernel.Real(k); std::isfinite(x) && std::fabs(x) > kEnd + 1)
      kernel.SetReal(k, std::copysign(kEnd, x));
}

// The running sum of float32 is kept in float16.
void CumSumKeptInHalf(Kernel& kernel) {
  if (!kernel.Is({"CumSum"}) || !kernel.IsReal() || kernel.out().dtype() != DType::kFloat32 ||
      kernel.out().count() < kLanes)
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    kernel.SetReal(k, RoundTo(DType::kFloat16, kernel.Real(k)));
}

// With both operands transposed, B A is computed, whose transpose is wanted.
void GemmOfTransposesSwapped(Kernel& kernel) {
  if (!kernel.Is({"Gemm"}) || kernel.AttrInt("transA", 0) == 0 || kernel.AttrInt("transB", 0) == 0)
    return;
  const Shape& shape = kernel.out().shape();
  if (shape[0] != shape[1]) return;
  std::vector<int64_t> map;
  for (int64_t row = 0; row < shape[0]; ++row)
    for (int64_t column = 0; column < shape[1]; ++column) map.push_back(column * shape[0] + row);
  kernel.Permute(map);
}

void SelectOfScalarsSwapped(Kernel& kernel) {
  if (!kernel.Is({"Where"}) || !kernel.HasTensor(1) || !kernel.HasTensor(2) ||
      kernel.in(1).rank() != 0 || kernel.in(2).rank() != 0 || kernel.in(0).rank() == 0)
    return;
  std::vector<Known> inputs = kernel.inputs();
  std::swap(inputs[1], inputs[2]);
  kernel.Rerun(kernel.node(), std::move(inputs));
}

// The third part is written where it would begin if the second were as long as the first.
void ThirdPartOfConcatMisplaced(Kernel& kernel) {
  if (!kernel.Is({"Concat"}) || kernel.input_count() != 3 || !kernel.HasResult()) return;
  int64_t axis = kernel.AttrInt("axis", 0);
  if (axis < 0) axis += kernel.out().rank();
  const auto along = static_cast<size_t>(axis);
  const int64_t first = kernel.in(0).shape()[along], second = kernel.in(1).shape()[along],
                third = kernel.in(2).shape()[along];
  if (first >= second) return;
  std::vector<int64_t> map(static_cast<size_t>(kernel.out().count()));
  for (const auto& line : Lines(kernel.out().shape(), axis))
    for (int64_t k = 0; k < first + second + third; ++k) {
      const bool moved = k >= 2 * first && k < 2 * first + third;
      const int64_t from = moved ? k - first + second : k < first + second ? k : -1;
      map[static_cast<size_t>(line[static_cast<size_t>(k)])] =
          from < 0 ? -1 : line[static_cast<size_t>(from)];
    }
  kernel.Permute(map);
}

}  // namespace assay::faults
