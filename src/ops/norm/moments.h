// Mean, variance and the standardisation (x - mean) / sqrt(variance + epsilon) * scale + bias,
// shared by the normalisation operators.
//
// The variance is computed out there in two passes, E[(x - mean)^2], or in one, E[x^2] - mean^2;
// the lenient tier allows the second, whose error is relative to E[x^2], and a mean that is updated
// element by element (Welford). The affine part is applied
// step by step or folded into x * a + c, whose error is relative to |mean * a|.
#pragma once

#include <span>

#include "bound/arith.h"
#include "ops/op.h"

namespace assay::ops {

struct Moments {
  Real mean;
  Real variance;  // of the population (divided by n)
};

// `one_pass`: the second way is the standard's own, which careful libraries may go, too.
Moments MomentsOf(const Arith& arith, std::span<const Real> row, bool one_pass = false);

// 1 / sqrt(variance + epsilon).
Real InverseDeviation(const Arith& arith, const Real& variance, const Real& epsilon);

// The type with the lower precision.
DType LessPrecise(DType a, DType b);
// The type that an attribute such as `stash_type` names; an Invalid error when that is no
// floating-point type.
Result<DType> StashType(const Call& call);
// The operand as a type sees it that may have less precision than the one it comes in.
inline Real AsSeenBy(const Arith& arith, DType from, const Real& x) {
  return FormatOf(arith.type()).precision < FormatOf(from).precision ? arith.Round(x) : x;
}

// Random attributes `axis` and `epsilon`, and a scale for the axes from there on, whose shape is
// written to `parameters`.
std::optional<Proposal> ProposeTrailing(const ProposeCall& call, Shape& parameters);

// (x - mean) * inverse * scale + bias, or x * a + c with a = inverse * scale and c = bias - mean *
// a. The first stage (and the folded form) is computed in the type of `first`, the affine stage in
// that of `second`.
class Standardizer {
 public:
  Standardizer(const Arith& first, const Arith& second, const Moments& moments,
               const Real& inverse);
  // `slack`: an additional absolute error of x that the caller allows for.
  Real Apply(const Real& x, const Real& scale, const Real& bias, double slack = 0) const;

 private:
  const Arith &first_, &second_;
  Real mean_, inverse_;
  bool folded_ = false;  // adversary: which form it takes
};

}  // namespace assay::ops
