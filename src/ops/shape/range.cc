// Range: the numbers start, start + delta, .. before limit.
//
//   n = max(ceil((limit - start) / delta), 0),   out[i] = start + i * delta
//
// Spec:  ONNX opsets 11, 27 (float16 and bfloat16; stash_type: the precision they are computed in).
// Traps: the official function body adds delta again and again, the text multiplies: both are
// admitted, and the count must
//        come out the same under every rounding of the quotient. delta 0 is an error.
#include "ops/propose.h"
#include "ops/shape/movement.h"

namespace assay::ops {
namespace {

constexpr double kMaxCount = 1e15;  // far beyond what is evaluated, well inside int64

Result<int64_t> IntCount(int64_t start, int64_t limit, int64_t delta) {
  if (delta == 0) return Invalid("delta is 0");
  const __int128 distance = static_cast<__int128>(limit) - start;
  if ((distance > 0) != (delta > 0) || distance == 0) return 0;
  const __int128 step = delta > 0 ? delta : -static_cast<__int128>(delta);
  const __int128 length = distance > 0 ? distance : -distance;
  const __int128 count = (length + step - 1) / step;
  return count > INT64_MAX ? INT64_MAX : static_cast<int64_t>(count);
}

// The quotient as it comes out exactly or rounded after each of the two steps.
Result<int64_t> RealCount(const Arith& arith, const Real& start, const Real& limit,
                          const Real& delta) {
  if (start.nan != Nan::kNever || limit.nan != Nan::kNever || delta.nan != Nan::kNever)
    return Undetermined("Range: an operand may be NaN");
  if (delta.point() && delta.v == 0) return Invalid("delta is 0");
  if (delta.lo <= 0 && delta.hi >= 0)
    return Undetermined("Range: the sign of delta depends on rounding");
  const Real distance = arith.Sub(limit, start);
  const double down[] = {DivDown(distance.lo, delta.lo), DivDown(distance.lo, delta.hi),
                         DivDown(distance.hi, delta.lo), DivDown(distance.hi, delta.hi)};
  const double up[] = {DivUp(distance.lo, delta.lo), DivUp(distance.lo, delta.hi),
                       DivUp(distance.hi, delta.lo), DivUp(distance.hi, delta.hi)};
  const Real exact{distance.v / delta.v, *std::min_element(down, down + 4),
                   *std::max_element(up, up + 4), Nan::kNever};
  const Real quotient = arith.Round(exact);
  const double low = std::max(std::ceil(std::min(quotient.lo, exact.lo)), 0.0);
  const double high = std::max(std::ceil(std::max(quotient.hi, exact.hi)), 0.0);
  if (low != high) return Undetermined("Range: the number of elements depends on rounding");
  if (!(high < kMaxCount)) return Unsupported("Range: more elements than can be evaluated");
  return static_cast<int64_t>(high);
}

Result<Types> InferRange(const InferCall& call) {
  const DType dtype = call.dtype(0);
  Dim count = Dim::Unknown();
  bool known = true;
  for (size_t i = 0; i < 3; ++i) {
    if (call.input(i).has_rank && call.input(i).rank() > 1)
      return Invalid(StrCat("input ", i, " must be a scalar, is ", TypeText(call.input(i))));
    known = known && call.constant(i) != nullptr && call.constant(i)->count() == 1;
  }
  if (known && IsIntOrBool(dtype)) {
    ASSAY_ASSIGN(count.size, IntCount(call.constant(0)->IntAt(0), call.constant(1)->IntAt(0),
                                      call.constant(2)->IntAt(0)));
  } else if (known && IsFloat(dtype)) {
    const auto at = [&](size_t i) { return Real::Point(call.constant(i)->RealAt(0)); };
    const auto counted = RealCount(Arith(dtype, Rules()), at(0), at(1), at(2));
    if (!counted.ok() && counted.error().kind == ErrorKind::kInvalid) return counted.error();
    if (counted.ok()) count = Dim::Known(*counted);
  }
  return OneType(TensorType(dtype, Dims{count}));
}

// Multiplied out with one or two roundings, or added up one by one.
Result<Bounded> RealRange(const EvalCall& call, const Real& start, const Real& delta, int64_t count,
                          DType dtype) {
  const bool narrow = FormatOf(dtype).precision < 24;
  const bool stash = narrow && call.opset() >= 27 && call.AttrInt("stash_type", 1) == 1;
  const Arith arith = call.arith(stash ? DType::kFloat32 : dtype), out_arith = call.arith(dtype);
  ASSAY_ASSIGN(Bounded out, NewTensor(dtype, {count}));
  const bool add_up = call.adversarial() && call.adversary()->Chance(0.5);
  Real running = start;
  for (int64_t i = 0; i < count; ++i) {
    const auto step = static_cast<double>(i);
    Real value = arith.Add(start, arith.Mul(Real::Point(step), delta));
    if (call.adversarial()) {
      if (add_up) value = running;
    } else {
      const Real fused{start.v + step * delta.v, AddDown(start.lo, MulDown(step, delta.lo)),
                       AddUp(start.hi, MulUp(step, delta.hi)), PropagateNan(start.nan, delta.nan)};
      value = Hull(Hull(value, arith.Round(fused)), running);
      value.v = std::clamp(start.v + step * delta.v, value.lo, value.hi);
    }
    if (i == 0) value = start;
    out.set(i, stash ? out_arith.Round(value) : value);
    running = arith.Add(running, delta);
  }
  return out;
}

Result<Outputs> EvaluateRange(const EvalCall& call) {
  for (size_t i = 0; i < 3; ++i)
    if (call.tensor(i).count() != 1)
      return Invalid(StrCat("input ", i, " must be a scalar, its shape is ",
                            ShapeText(call.tensor(i).shape())));
  const DType dtype = call.tensor(0).dtype();
  if (IsFloat(dtype)) {
    const Real start = call.tensor(0).real(0), delta = call.tensor(2).real(0);
    ASSAY_ASSIGN(const int64_t count,
                 RealCount(Arith(dtype, call.rules()), start, call.tensor(1).real(0), delta));
    return One(RealRange(call, start, delta, count, dtype));
  }
  std::array<int64_t, 3> at;
  for (size_t i = 0; i < 3; ++i) {
    ASSAY_ASSIGN(const std::vector<int64_t> ints, call.Ints(i));
    at[i] = ints[0];
  }
  ASSAY_ASSIGN(const int64_t count, IntCount(at[0], at[1], at[2]));
  ASSAY_ASSIGN(Bounded out, NewTensor(dtype, {count}));
  for (int64_t i = 0; i < count; ++i)
    out.set(i, Int::Point(WrapInt(dtype, static_cast<int64_t>(static_cast<uint64_t>(at[0]) +
                                                              static_cast<uint64_t>(i) *
                                                                  static_cast<uint64_t>(at[2])))));
  return One(std::move(out));
}

std::optional<Proposal> ProposeRange(const ProposeCall& call) {
  static constexpr DType kTypes[] = {DType::kInt64, DType::kInt32, DType::kInt16, DType::kFloat32,
                                     DType::kFloat64};
  if (call.opset < 11) return std::nullopt;
  const DType dtype = call.rng.Pick(std::span<const DType>(kTypes));
  // Quarters for floats: the count is certain because every quotient below is exact or far from an
  // integer.
  const double scale = IsFloat(dtype) ? 0.25 : 1;
  const auto scalar = [&](int64_t number) {
    const double value[] = {static_cast<double>(number) * scale};
    return MakeTensor(dtype, {}, value);
  };
  const int64_t start = call.rng.Int(-10, 10),
                delta = call.rng.Int(1, 4) * (call.rng.Chance(0.3) ? -1 : 1),
                steps = call.rng.Int(1, 6);
  return Proposal{
      .constants = {scalar(start),
                    scalar(start + delta * steps - (delta > 0 ? call.rng.Int(0, delta - 1) : 0)),
                    scalar(delta)}};
}

}  // namespace

OpDef RangeDef() {
  return {.name = "Range",
          .meaning = "evenly spaced numbers",
          .rounding = Rounding::kSum,
          .data_inputs = {0, 0},
          .infer = InferRange,
          .evaluate = EvaluateRange,
          .propose = ProposeRange,
          .open = {{"whether elements are multiplied out or added up",
                    "ONNX Range: the text multiplies, the function body adds"}}};
}

}  // namespace assay::ops
