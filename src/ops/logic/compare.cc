// Equal, Greater, GreaterOrEqual, Less, LessOrEqual: comparisons with broadcasting; the result is
// boolean.
//
// Spec:  ONNX Equal opsets 1, 7 (NumPy broadcasting), 11 (floats), 13, 19 (strings); Greater, Less
// 1, 7, 9 (integers), 13;
//        GreaterOrEqual, LessOrEqual 12, 16.
// Traps: NaN compares false with everything, itself included; operands whose intervals touch may
// compare either way; a value
//        compared with itself does not depend on rounding.
#include "ops/logic/to_bool.h"

namespace assay::ops {
namespace {

// x against itself: as `equal` says unless it is NaN.
Int Reflexive(const Real& x, bool equal) {
  if (!equal || x.nan == Nan::kMust) return Int::Point(0);
  return {1, x.nan == Nan::kNever ? 1 : 0, 1};
}

// f on the broadcast of both inputs, giving booleans.
template <typename F>
Result<Outputs> Compare(const EvalCall& call, F f) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(a.shape(), b.shape()));
  ASSAY_ASSIGN(Bounded out, NewTensor(DType::kBool, shape));
  const std::vector<int64_t> ia = BroadcastMap(a.shape(), shape),
                             ib = BroadcastMap(b.shape(), shape);
  for (int64_t i = 0; i < out.count(); ++i) out.set(i, f(a, At(ia, i), b, At(ib, i)));
  return One(std::move(out));
}

enum class Order { kLess, kLessOrEqual };

// a < b or a <= b, or with the operands exchanged.
Result<Outputs> Ordered(const EvalCall& call, Order order, bool exchanged) {
  const bool same = call.SameInput(0, 1), or_equal = order == Order::kLessOrEqual;
  const DType type = call.tensor(0).dtype();
  return Compare(call, [=](const Bounded& a, int64_t i, const Bounded& b, int64_t j) {
    if (a.is_real()) {
      if (same) return Reflexive(a.real(i), or_equal);
      const Real x = exchanged ? b.real(j) : a.real(i), y = exchanged ? a.real(i) : b.real(j);
      return or_equal ? LessOrEqual(x, y) : LessThan(x, y);
    }
    if (same) return Int::Point(or_equal);
    const Int x = exchanged ? b.integer(j) : a.integer(i),
              y = exchanged ? a.integer(i) : b.integer(j);
    return or_equal ? LessOrEqual(x, y, type) : LessThan(x, y, type);
  });
}

Result<Outputs> EvaluateEqual(const EvalCall& call) {
  const bool same = call.SameInput(0, 1);
  return Compare(call, [=](const Bounded& a, int64_t i, const Bounded& b, int64_t j) {
    if (a.is_string()) return Int::Point(a.string(i) == b.string(j));
    if (a.is_real()) return same ? Reflexive(a.real(i), true) : EqualTo(a.real(i), b.real(j));
    return same ? Int::Point(1) : EqualTo(a.integer(i), b.integer(j));
  });
}

Result<Outputs> EvaluateLess(const EvalCall& call) { return Ordered(call, Order::kLess, false); }
Result<Outputs> EvaluateLessOrEqual(const EvalCall& call) {
  return Ordered(call, Order::kLessOrEqual, false);
}
Result<Outputs> EvaluateGreater(const EvalCall& call) { return Ordered(call, Order::kLess, true); }
Result<Outputs> EvaluateGreaterOrEqual(const EvalCall& call) {
  return Ordered(call, Order::kLessOrEqual, true);
}

}  // namespace

OpDef EqualDef() { return BinaryToBool("Equal", "where a == b", EvaluateEqual); }
OpDef LessDef() { return BinaryToBool("Less", "where a < b", EvaluateLess); }
OpDef LessOrEqualDef() { return BinaryToBool("LessOrEqual", "where a <= b", EvaluateLessOrEqual); }
OpDef GreaterDef() { return BinaryToBool("Greater", "where a > b", EvaluateGreater); }
OpDef GreaterOrEqualDef() {
  return BinaryToBool("GreaterOrEqual", "where a >= b", EvaluateGreaterOrEqual);
}

}  // namespace assay::ops
