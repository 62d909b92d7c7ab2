// What all reductions share: which axes, which elements meet in which output, inference, proposals.
//
// A ReducePlan is computed once per call: output element o reads the input elements base[o] +
// inner[k]. Kernels see one row of operands at a time and are written without any index arithmetic.
#pragma once

#include <vector>

#include "bound/real_writer.h"
#include "ops/elementwise.h"
#include "ops/op.h"

namespace assay::ops {

struct ReducePlan {
  Shape out;                   // shape of the result, with or without the reduced axes
  std::vector<int64_t> base;   // per output element
  std::vector<int64_t> inner;  // per reduced element
};

// Rows of `shape` along `axes` (normalised, distinct).
ReducePlan PlanReduction(const Shape& shape, const std::vector<int>& axes, bool keepdims);

// `axes` made non-negative and sorted; an axis out of range or named twice is an Invalid error.
Result<std::vector<int>> SortedAxes(std::span<const int64_t> axes, int rank);

// The plan of one of the Reduce operators: axes from the attribute or from input 1, as its opset
// has it.
Result<ReducePlan> PlanOf(const EvalCall& call);

Result<Types> InferReduce(const InferCall& call);
std::optional<Proposal> ProposeReduce(const ProposeCall& call);
// The same without integers, for reductions through a function that integers do not have.
std::optional<Proposal> ProposeReduceFloat(const ProposeCall& call);
std::optional<Proposal> ProposeReduceSum(const ProposeCall& call);

// kernel(span of Real) -> Real, for each row.
template <typename F>
Bounded ReduceRealRows(const Bounded& data, const ReducePlan& plan, F kernel) {
  RealWriter writer(data.dtype(), plan.out);
  std::vector<Real> row(plan.inner.size());
  for (size_t o = 0; o < plan.base.size(); ++o) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = data.real(plan.base[o] + plan.inner[k]);
    writer.set(static_cast<int64_t>(o), kernel(std::span<const Real>(row)));
  }
  return std::move(writer).Finish();
}

// kernel(span of Int) -> Int, for each row.
template <typename F>
Bounded ReduceIntRows(const Bounded& data, const ReducePlan& plan, F kernel) {
  Bounded out(data.dtype(), plan.out);
  std::vector<Int> row(plan.inner.size());
  for (size_t o = 0; o < plan.base.size(); ++o) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = data.integer(plan.base[o] + plan.inner[k]);
    out.set(static_cast<int64_t>(o), kernel(std::span<const Int>(row)));
  }
  return out;
}

// One reduction with a kernel for each class of element: real(arith, row), integer(int_arith, row).
template <typename F, typename G>
Result<Outputs> Reduce(const EvalCall& call, F real, G integer) {
  const Bounded& data = call.tensor(0);
  ASSAY_ASSIGN(const ReducePlan plan, PlanOf(call));
  if (data.is_real()) {
    const Arith arith = call.arith(data.dtype());
    return One(
        ReduceRealRows(data, plan, [&](std::span<const Real> row) { return real(arith, row); }));
  }
  const IntArith arith = call.int_arith(data.dtype());
  return One(
      ReduceIntRows(data, plan, [&](std::span<const Int> row) { return integer(arith, row); }));
}

// Sum of terms that cannot be negative. Where Arith::Sum gives up because a partial sum may
// overflow, this one keeps the lower end: the result lies between the sum of the lower ends and
// infinity.
Real SumNonNegative(const Arith& arith, std::span<const Real> terms);
// Sum of squares of the row, each squared in the type or kept wide by a fused operation.
Real SumOfSquares(const Arith& arith, std::span<const Real> row);
// Sum divided by the length, or each element before it; anything for an empty row.
Real Mean(const Arith& arith, std::span<const Real> row);
// The same by another count.
Real MeanBy(const Arith& arith, std::span<const Real> row, double count);

// The exact sum of integers, wrapped into the type.
Int SumInts(const IntArith& arith, std::span<const Int> row);

// Adversary mode: takes a way of computing that a simple library would not, now and then.
inline bool Varies(const Arith& arith, double probability) {
  return !arith.rules().plain && arith.adversary().Chance(probability);
}

// The largest absolute error that a result near zero may have: flushed, or rounded to a subnormal.
double UnderflowError(const Arith& arith);

}  // namespace assay::ops
