// Elements and shapes of generated inputs and weights: mostly plain, sometimes special but legal.
#pragma once

#include <optional>
#include <string_view>

#include "base/rng.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace assay::generate {

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
// integers, exact zeros of both signs and ones among plain numbers, near-ties, large or small
// magnitudes (never subnormal). Integers are small, booleans even, strings short.
Tensor OperandTensor(Rng& rng, DType dtype, const Shape& shape, Range range = Range::kAny);

// Ranks 0 to 5; sizes mostly 2 to 6, sometimes 1, seldom 0; at most `max_elements` in all.
Shape OperandShape(Rng& rng, int64_t max_elements);

// Shapes that an operator needs of its first operand and that chance seldom finds.

// Nothing: any shape may do.
std::optional<Shape> WishedShape(std::string_view op, Rng& rng);

}  // namespace assay::generate
