// Elements and shapes of generated inputs and weights: mostly plain, sometimes special but legal.
#pragma once

#include <optional>
#include <string_view>

#include "base/rng.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace assay::generate {

inline constexpr double kChanceOfEmpty = 0.012;

// Where an operand has to lie for the operator that will take it.
enum class Range {
  kAny,
  kPositive,  // well above zero
  kNonZero,   // the same for our purposes: well above zero
  kAboveOne,  // beyond one by some margin
  kUnit,      // within (-1, 1) by some margin
  kSmall,     // so small that exponentials and products stay moderate
};

// A tensor of random elements. Floats: most tensors hold plain numbers around zero; others small
// integers or halves, exact zeros of both signs and ones among plain numbers, near-ties, one number
// throughout, large or small magnitudes (never subnormal). Integers are small, of few tensors
// around powers of two up to 2^53; booleans even, strings short.
Tensor OperandTensor(Rng& rng, DType dtype, const Shape& shape, Range range = Range::kAny);

// The same with numbers at the ends of their type among plain ones: NaN, infinities, subnormal
// numbers, the largest and smallest, zeros of both signs; integers around powers of two at which
// narrower types and floats end, half of them around 2^`power`, so that tensors of one graph meet.
Tensor ExtremeTensor(Rng& rng, DType dtype, const Shape& shape, int power);
// A power of two for it.
int ExtremePower(Rng& rng);

// Ranks 0 to 5, seldom 6; sizes mostly 2 to 6, sometimes 1, seldom 0; some have one axis of up to
// 65; at most `max_elements` in all.
Shape OperandShape(Rng& rng, int64_t max_elements, double chance_of_empty = kChanceOfEmpty);

// Shapes that an operator needs of its first operand and that chance seldom finds.

// Nothing: any shape may do.
std::optional<Shape> WishedShape(std::string_view op, Rng& rng);

}  // namespace assay::generate
