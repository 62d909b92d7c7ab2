// What operators that take indices share: which positions an index may name, and sums over
// collected terms.
#pragma once

#include <span>
#include <vector>

#include "ops/shape/movement.h"

namespace assay::ops {

// The positions along an axis of `size` that `index` may name; the likely one first. A certain
// index outside the range is an Invalid error; of an uncertain one only what lies in the range
// counts. Negative indices count from the end when admitted.
using Positions = InlineVector<int64_t, 4>;
Result<Positions> PositionsOf(const Int& index, int64_t size, bool negative = true);

// Index tuples: every combination of what the components may name, as linear offsets under
// `strides`; the likely one first.
Result<Positions> OffsetsOf(std::span<const Int> tuple, std::span<const int64_t> sizes,
                            std::span<const int64_t> strides);

// Element i of `out` becomes one of the elements of `from` at base + k for k in `offsets`: the hull
// of those.
Status SetEither(Bounded& out, int64_t i, const Bounded& from, int64_t base,
                 const Positions& offsets, int64_t stride);

// Sum and product of integers in any order: wraps, and for the narrow types may saturate on the
// way.
Int SumOf(const EvalCall& call, DType type, std::span<const Int> terms);
Int ProductOf(const EvalCall& call, DType type, std::span<const Int> terms);
// The same for floats, with the single rounding of one operation where there are two terms.
Real SumOf(const Arith& arith, std::span<const Real> terms);
Real ProductOf(const Arith& arith, std::span<const Real> terms);

// A random tensor of valid indices for an axis of `size`; int32 or int64, some of them negative.
Tensor RandomIndices(Rng& rng, const Shape& shape, int64_t size, bool negative,
                     bool int64_only = false);

}  // namespace assay::ops
