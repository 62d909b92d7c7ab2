// Where the specification says nothing of an integer division.
//
// Shipped libraries answer with any number, with an error, or with the processor's trap: nobody can
// be judged on a model that gets there, not even on the rest of the tensor.
#pragma once

#include "bound/bounded.h"

namespace assay::ops {

// Whether x / y may be a division by zero, or of the smallest value by -1.
inline bool OpenIntegerDivision(DType type, const Int& x, const Int& y) {
  return y.contains(0) || (IsSignedInt(type) && y.contains(-1) && x.contains(IntMin(type)));
}

// Whether an integer tensor may hold a zero. As a divisor that is refused by some libraries when
// they load a model, even where the quotient is empty.
inline bool MayHoldZero(const Bounded& divisor) {
  for (int64_t i = 0; i < divisor.count(); ++i)
    if (divisor.integer(i).contains(0)) return true;
  return false;
}

}  // namespace assay::ops
