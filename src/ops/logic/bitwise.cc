// BitShift, BitwiseAnd, BitwiseOr, BitwiseXor, BitwiseNot: on the bits of integers, with
// broadcasting.
//
//   BitShift: x << y (LEFT), x >> y (RIGHT)
//
// Spec:  ONNX BitShift opsets 11 (unsigned), 28 (signed; amounts outside the width defined); the
// others opset 18. Traps: a shift by the width or more is left open before opset 28; a right shift
// of a signed value copies its sign.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kWideShift = {"shifts by the width of the type or more, before opset 28",
                             "ONNX BitShift 11: no text"};

template <typename F>
Result<Outputs> ZipBits(const EvalCall& call, F f) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const IntArith arith = call.int_arith(a.dtype());
  return One(ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) {
    const int64_t v = WrapInt(a.dtype(), f(x.v, y.v));
    return x.point() && y.point() ? Int::Point(v) : arith.Full(v);
  }));
}

Result<Outputs> EvaluateBitwiseAnd(const EvalCall& call) {
  return ZipBits(call, [](int64_t a, int64_t b) { return a & b; });
}
Result<Outputs> EvaluateBitwiseOr(const EvalCall& call) {
  return ZipBits(call, [](int64_t a, int64_t b) { return a | b; });
}
Result<Outputs> EvaluateBitwiseXor(const EvalCall& call) {
  return ZipBits(call, [](int64_t a, int64_t b) { return a ^ b; });
}

Result<Outputs> EvaluateBitwiseNot(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const IntArith arith = call.int_arith(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) {
    const int64_t v = WrapInt(x.dtype(), ~e.v);
    if (x.dtype() == DType::kUint64 && !e.point()) return arith.Full(v);
    return Int{v, WrapInt(x.dtype(), ~e.hi),
               WrapInt(x.dtype(), ~e.lo)};  // falling in either kind of type
  }));
}

Result<Types> InferBitShift(const InferCall& call) {
  const std::string direction = call.AttrString("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return Invalid(StrCat("direction is '", direction, "', must be LEFT or RIGHT"));
  return InferBroadcast(call);
}

Int Shift(const IntArith& arith, const Int& x, const Int& y, bool left, bool wide_defined) {
  if (!x.point() || !y.point()) return arith.Full(x.v);
  const bool wide =
      y.v < 0 || y.v >= BitWidth(arith.type());  // uint64 amounts above INT64_MAX show as negative
  if (wide && !wide_defined) return arith.Full();
  const bool negative = IsSignedInt(arith.type()) && x.v < 0;
  if (wide) return Int::Point(!left && negative ? -1 : 0);
  const auto bits = static_cast<uint64_t>(x.v);
  if (left) return Int::Point(WrapInt(arith.type(), static_cast<int64_t>(bits << y.v)));
  return Int::Point(negative ? x.v >> y.v : static_cast<int64_t>(bits >> y.v));
}

Result<Outputs> EvaluateBitShift(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &y = call.tensor(1);
  const IntArith arith = call.int_arith(x.dtype());
  const bool left = call.AttrString("direction", "") == "LEFT", wide_defined = call.opset() >= 28;
  return One(ZipInt(x, y, x.dtype(), [&](const Int& a, const Int& b) {
    return Shift(arith, a, b, left, wide_defined);
  }));
}

std::optional<Proposal> ProposeBitShift(const ProposeCall& call) {
  Proposal out;
  out.attrs.Set("direction", std::string(call.rng.Chance(0.5) ? "LEFT" : "RIGHT"));
  if (call.inputs.size() == 2) {
    if (!ProposeBroadcast(call).has_value()) return std::nullopt;
    return out;
  }
  const Shape shape = call.rng.Chance(0.5) ? Shape{} : call.shape(0);
  out.constants.push_back(
      RandomTensor(call.rng, call.dtype(0), shape, 0, BitWidth(call.dtype(0)) - 1));
  return out;
}

OpDef Binary(std::string_view name, std::string_view meaning,
             Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kExact,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = evaluate,
          .propose = ProposeBroadcast};
}

}  // namespace

OpDef BitwiseAndDef() { return Binary("BitwiseAnd", "the bits set in both", EvaluateBitwiseAnd); }
OpDef BitwiseOrDef() { return Binary("BitwiseOr", "the bits set in either", EvaluateBitwiseOr); }
OpDef BitwiseXorDef() {
  return Binary("BitwiseXor", "the bits set in exactly one", EvaluateBitwiseXor);
}
OpDef BitwiseNotDef() {
  return {.name = "BitwiseNot",
          .meaning = "all bits flipped",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateBitwiseNot,
          .propose = ProposePlain};
}
OpDef BitShiftDef() {
  return {.name = "BitShift",
          .meaning = "bits shifted left or right",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 2},
          .infer = InferBitShift,
          .evaluate = EvaluateBitShift,
          .propose = ProposeBitShift,
          .open = {kWideShift}};
}

}  // namespace assay::ops
