// And, Or, Xor, Not on booleans, with broadcasting.
//
// Spec:  ONNX opsets 1, 7 (NumPy broadcasting).
// Traps: an uncertain operand may still leave the result certain (false and anything is false).
#include "ops/logic/to_bool.h"

namespace assay::ops {
namespace {

Result<Outputs> Zip(const EvalCall& call, Int (*f)(const Int&, const Int&)) {
  return One(ZipInt(call.tensor(0), call.tensor(1), DType::kBool, f));
}

Result<Outputs> EvaluateAnd(const EvalCall& call) {
  return Zip(call, [](const Int& a, const Int& b) {
    return Int{std::min(a.v, b.v), std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  });
}

Result<Outputs> EvaluateOr(const EvalCall& call) {
  return Zip(call, [](const Int& a, const Int& b) {
    return Int{std::max(a.v, b.v), std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  });
}

Result<Outputs> EvaluateXor(const EvalCall& call) {
  if (call.SameInput(0, 1)) return Zip(call, [](const Int&, const Int&) { return Int::Point(0); });
  return Zip(call, [](const Int& a, const Int& b) {
    return a.point() && b.point() ? Int::Point(a.v ^ b.v) : Int{a.v ^ b.v, 0, 1};
  });
}

Result<Outputs> EvaluateNot(const EvalCall& call) {
  return One(MapInt(call.tensor(0), DType::kBool, NotOf));
}

}  // namespace

OpDef AndDef() { return BinaryToBool("And", "true where both are", EvaluateAnd); }
OpDef OrDef() { return BinaryToBool("Or", "true where either is", EvaluateOr); }
OpDef XorDef() { return BinaryToBool("Xor", "true where exactly one is", EvaluateXor); }
OpDef NotDef() {
  return {.name = "Not",
          .meaning = "logical negation",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateNot,
          .propose = ProposePlain};
}

}  // namespace assay::ops
