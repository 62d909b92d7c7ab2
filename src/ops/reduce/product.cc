// ReduceProd: the product over the chosen axes.
//
// Spec:  ONNX opsets 1, 11 (negative axes), 13 (bfloat16), 18 (axes as input). The product of no
// elements is 1. Traps: the order of multiplication decides whether an intermediate product
// overflows or underflows; integers wrap.
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

Int ProductInts(const IntArith& arith, std::span<const Int> row) {
  bool certain = true;
  uint64_t wrapped = 1;
  for (const Int& x : row) {
    certain = certain && x.point();
    wrapped *= static_cast<uint64_t>(x.v);
  }
  const int64_t v = WrapInt(arith.type(), static_cast<int64_t>(wrapped));
  if (certain) {
    const auto magnitude = [&](int64_t x) {
      return std::fabs(arith.type() == DType::kUint64
                           ? static_cast<double>(static_cast<uint64_t>(x))
                           : static_cast<double>(x));
    };
    double size = 1;
    for (const Int& x : row) size *= magnitude(x.v);
    return size <= static_cast<double>(IntMax(arith.type())) ? Int::Point(v) : arith.Overflowed(v);
  }
  // A range that has left the type once says nothing any more, even if later factors are small.
  Int out = Int::Point(1);
  for (const Int& x : row) out = arith.Mul(out, x);
  out.v = v;
  return out.contains(v) ? out : arith.Full(v);
}

Result<Outputs> EvaluateProd(const EvalCall& call) {
  return Reduce(
      call, [](const Arith& a, std::span<const Real> row) { return a.Product(row); }, ProductInts);
}

}  // namespace

OpDef ReduceProdDef() {
  return {.name = "ReduceProd",
          .meaning = "product over axes",
          .rounding = Rounding::kComposite,
          .infer = InferReduce,
          .evaluate = EvaluateProd,
          .propose = ProposeReduce};
}

}  // namespace assay::ops
