// Faults of kernels that compute element by element: rounding, integers, logic, broadcasting.
#include <cmath>

#include "kernel.h"

namespace assay::faults {
namespace {

double TowardsZero(DType type, double x) {
  const double nearest = RoundTo(type, x);
  if (!(std::fabs(nearest) > std::fabs(x))) return nearest;
  return DecodeFloat(type, EncodeFloat(type, nearest) - 1);
}

// Swaps the operator for one with the same inputs and outputs.
void RunAs(Kernel& kernel, const char* op) {
  Node variant = kernel.node();
  variant.op = op;
  kernel.Rerun(variant);
}

}  // namespace

void RoundHalfAway(Kernel& kernel) {
  if (!kernel.Is({"Round"}) || !kernel.IsReal()) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    kernel.SetReal(k, std::round(kernel.in(0).real(k).v));
}

void CastToIntRounds(Kernel& kernel) {
  if (!kernel.Is({"Cast"}) || !kernel.IsInteger() || kernel.out().dtype() == DType::kBool ||
      !kernel.in(0).is_real())
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::fabs(kernel.in(0).real(k).v) < 1e9)
      kernel.SetInt(k, std::llround(kernel.in(0).real(k).v));
}

void CastToBoolTruncates(Kernel& kernel) {
  if (!kernel.Is({"Cast"}) || !kernel.HasResult() || kernel.out().dtype() != DType::kBool ||
      !kernel.in(0).is_real())
    return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::fabs(kernel.in(0).real(k).v) < 1) kernel.SetInt(k, 0);
}

void CastToHalfTruncates(Kernel& kernel) {
  if (!kernel.Is({"Cast"}) || !kernel.IsReal() || !kernel.in(0).is_real()) return;
  const DType type = kernel.out().dtype();
  if (type != DType::kFloat16 && type != DType::kBfloat16) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k)
    if (std::isfinite(kernel.Real(k))) kernel.SetReal(k, TowardsZero(type, kernel.in(0).real(k).v));
}

void IntDivisionFloors(Kernel& kernel) {
  if (!kernel.Is({"Div"}) || !kernel.IsInteger() || !IsSignedInt(kernel.out().dtype())) return;
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t x = kernel.in(0).integer(a[static_cast<size_t>(k)]).v;
    const int64_t y = kernel.in(1).integer(b[static_cast<size_t>(k)]).v;
    const int64_t quotient = kernel.out().integer(k).v;
    if (y != 0 && quotient * y != x && (x < 0) != (y < 0)) kernel.SetInt(k, quotient - 1);
  }
}

void ModTakesDividendSign(Kernel& kernel) {
  if (!kernel.Is({"Mod"}) || !kernel.IsInteger() || !IsSignedInt(kernel.out().dtype()) ||
      kernel.AttrInt("fmod", 0) != 0)
    return;
  kernel.RerunWith("fmod", int64_t{1});
}

void UnsignedSubtractionSaturates(Kernel& kernel) {
  if (!kernel.Is({"Sub"}) || !kernel.IsInteger()) return;
  const DType type = kernel.out().dtype();
  if (type != DType::kUint16 && type != DType::kUint32 && type != DType::kUint64) return;
  const auto a = kernel.Spread(0), b = kernel.Spread(1);
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t x = kernel.in(0).integer(a[static_cast<size_t>(k)]).v;
    const int64_t y = kernel.in(1).integer(b[static_cast<size_t>(k)]).v;
    if (static_cast<uint64_t>(x) < static_cast<uint64_t>(y)) kernel.SetInt(k, 0);
  }
}

void Int64ComputedIn32Bits(Kernel& kernel) {
  if (!kernel.IsInteger() ||
      !kernel.Is({"Abs", "Add", "BitShift", "BitwiseNot", "BitwiseXor", "CumSum", "Mul", "Neg",
                  "Pow", "ReduceProd", "ReduceSum", "Sub", "Sum"}))
    return;
  const DType type = kernel.out().dtype();
  if (type != DType::kInt64 && type != DType::kUint64) return;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t v = kernel.out().integer(k).v;
    const int64_t cut = type == DType::kInt64 ? int64_t{static_cast<int32_t>(v)}
                                              : int64_t{static_cast<uint32_t>(v)};
    if (cut != v) kernel.SetInt(k, cut);
  }
}

void XorAsOr(Kernel& kernel) {
  if (kernel.Is({"Xor"}) && !(kernel.in(0).shape() == kernel.in(1).shape())) RunAs(kernel, "Or");
}

void LessIncludesEqual(Kernel& kernel) {
  if (!kernel.Is({"Less", "Greater"}) || kernel.in(0).is_real()) return;
  RunAs(kernel, kernel.Is({"Less"}) ? "LessOrEqual" : "GreaterOrEqual");
}

void FloorSnapsToNearInteger(Kernel& kernel) {
  if (!kernel.Is({"Floor", "Ceil"}) || !kernel.IsReal()) return;
  // Values near the next integer are taken for it.
  constexpr double kNear = 0.05;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const double x = kernel.in(0).real(k).v;
    if (std::fabs(x - std::round(x)) < kNear) kernel.SetReal(k, std::round(x));
  }
}

// [N,1] with [1,M]: the result is written column by column.
void OuterBroadcastTransposed(Kernel& kernel) {
  if (!kernel.Is({"Add", "Sub", "Mul", "Div", "Max", "Min"}) || kernel.input_count() != 2 ||
      !kernel.HasResult())
    return;
  const Shape shape = kernel.out().shape();
  if (shape.size() < 2 || kernel.in(0).shape() == shape || kernel.in(1).shape() == shape ||
      kernel.in(0).count() < 2 || kernel.in(1).count() < 2)
    return;
  const int64_t rows = shape[shape.size() - 2], columns = shape.back(), plane = rows * columns;
  std::vector<int64_t> map;
  for (int64_t k = 0; k < kernel.out().count(); ++k) {
    const int64_t at = k % plane;
    map.push_back(k - at + (at % rows) * columns + at / rows);
  }
  kernel.Permute(map);
}

void WhereConditionNotBroadcast(Kernel& kernel) {
  if (!kernel.Is({"Where"}) || !kernel.HasResult()) return;
  const Bounded& condition = kernel.in(0);
  if (condition.shape() == kernel.out().shape() || condition.count() < 2) return;
  std::vector<Known> inputs = kernel.inputs();
  Bounded wide(DType::kBool, kernel.out().shape());
  for (int64_t k = 0; k < wide.count(); ++k) wide.set(k, condition, k % condition.count());
  inputs[0] = Known(std::move(wide));
  kernel.Rerun(kernel.node(), std::move(inputs));
}

void VariadicStopsAtTwo(Kernel& kernel) {
  if (!kernel.Is({"Max", "Min", "Sum", "Mean"}) || kernel.input_count() < 3) return;
  Node variant = kernel.node();
  variant.inputs.resize(2);
  std::vector<Known> inputs = kernel.inputs();
  inputs.resize(2);
  kernel.Rerun(variant, std::move(inputs));
}

}  // namespace assay::faults
