// IntArith: exact arithmetic on integer and boolean elements; uncertain operands give the range of
// what is possible.
//
// Results wrap (two's complement). Where 8-bit and narrower types overflow, shipped libraries
// differ between wrapping and saturating; `rules.saturating_int8` admits both, and nothing between.
#pragma once

#include "base/rng.h"
#include "bound/real.h"
#include "bound/rules.h"
#include "tensor/dtype.h"

namespace assay {

class IntArith {
 public:
  IntArith(DType type, const Rules& rules, Rng* adversary = nullptr)
      : type_(type), rules_(rules), adversary_(adversary) {}

  DType type() const { return type_; }
  Int Full(int64_t v = 0) const {
    return {v, type_ == DType::kUint64 ? INT64_MIN : IntMin(type_), IntMax(type_)};
  }

  Int Add(const Int& a, const Int& b) const;
  Int Sub(const Int& a, const Int& b) const;
  Int Mul(const Int& a, const Int& b) const;
  // Towards zero. By zero, or the smallest value by -1: anything.
  Int Div(const Int& a, const Int& b) const;
  Int Neg(const Int& a) const { return Sub(Int::Point(0), a); }
  Int Max(const Int& a, const Int& b) const;
  Int Min(const Int& a, const Int& b) const;
  // A reduction that leaves the type: the text is silent, and kernels wrap or sum in a wider type
  // and saturate. `wrapped` is what wrapping gives.
  Int Overflowed(int64_t wrapped) const {
    return adversary_ != nullptr ? Int::Point(wrapped) : Full(wrapped);
  }
  // Takes the exact result range [lo, hi] of one operation into the type.
  Int Fit(__int128 v, __int128 lo, __int128 hi) const;
  // a < b as an order of this type (uint64 compares unsigned).
  bool Less(int64_t a, int64_t b) const;

 private:
  DType type_;
  Rules rules_;
  Rng* adversary_;
};

// Comparison results as booleans: {0 or 1, possibly both}.
Int LessThan(const Real& a, const Real& b);
Int LessOrEqual(const Real& a, const Real& b);
Int EqualTo(const Real& a, const Real& b);
Int LessThan(const Int& a, const Int& b, DType type);
Int LessOrEqual(const Int& a, const Int& b, DType type);
Int EqualTo(const Int& a, const Int& b);
Int NotOf(const Int& a);  // for booleans

}  // namespace assay
