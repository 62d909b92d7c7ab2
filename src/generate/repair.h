// Repairs of operands, as developers make them: Abs and a small constant before Log, Clip before
// Acos, Tanh before Exp. Each is a chain of ordinary nodes.
#pragma once

#include <span>
#include <string_view>

#include "bound/known.h"
#include "generate/operand_values.h"

namespace assay::generate {

// What an operator needs of one of its operands to give numerically valid results.
struct Need {
  int operand;  // -1: any of them
  Range range;
};
Need NeedOf(std::string_view op);

// One node of a chain: an operator that takes the value before it, and constants behind it.
struct RepairStep {
  std::string_view op;
  int constants = 0;
  double first = 0, second = 0;
  bool twice = false;  // takes the value as its second operand, too
};

// The chains that bring any number into `range`, of floating-point or of integer values. None: the
// range cannot be reached for them.
std::span<const std::span<const RepairStep>> RepairsFor(Range range, bool floating);

// Whether a value is numerically valid: what a test can say something about.
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
