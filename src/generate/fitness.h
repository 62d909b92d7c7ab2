// Whether a value is numerically valid: what a test can say something about.
#pragma once

#include "bound/known.h"

namespace assay::generate {

enum class Fitness {
  kFit,
  kNan,    // some element may be, or is, NaN
  kHuge,   // an infinity, or a magnitude beyond the limit of its type
  kVague,  // too many elements of which the reference knows next to nothing
  kFlat,   // floating-point zeros throughout: what is computed from it tells little
};

Fitness Judge(const Known& known);

// Whether the reference knows at least half of the elements, NaN and infinities included.
bool MostlyCertain(const Known& known);

// The largest magnitude that Judge admits in a floating-point type.
double LargestMagnitude(DType dtype);

}  // namespace assay::generate
