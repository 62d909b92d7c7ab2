// Conversion of one element between any two types, with bounds. Shared by Cast and CastLike.
#pragma once

#include "bound/bounded.h"
#include "ops/op.h"

namespace assay::ops {

// How float8e8m0 (powers of two) rounds.
enum class PowerRounding { kUp, kDown, kNearest };

struct Conversion {
  DType from = DType::kUndefined;
  DType to = DType::kUndefined;
  bool saturate = true;  // overflow into the float8 kinds
  PowerRounding power_rounding = PowerRounding::kUp;
  Rules rules;
  Rng* adversary = nullptr;  // null: bound mode
};

// Bounds of the rounded value of `x`; `x` is a Real of any floating-point type.
Real ConvertReal(const Conversion& c, const Real& x);
// Truncation towards zero, or rounding to nearest into types below 8 bits. NaN and values outside
// the range: anything.
Int RealToInt(const Conversion& c, const Real& x);
Int RealToBool(const Real& x);
Real IntToReal(const Conversion& c, const Int& x);
Int IntToInt(const Conversion& c, const Int& x);

// The number a string spells ("1e-5", "INF", "nan"), or nothing when it spells none.
std::optional<double> ParseNumber(const std::string& text);
// The integer a string spells in plain decimal, when it fits `type` (uint64 as bits in int64).
std::optional<int64_t> ParseInteger(const std::string& text, DType type);

// All elements of `x` in the type `c.to`. Undetermined when a string would depend on rounding or on
// an unspecified format.
Result<Bounded> ConvertAll(const Conversion& c, const Bounded& x);

}  // namespace assay::ops
