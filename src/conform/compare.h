// Compares a reference result with an expected value of a node test.
#pragma once

#include <string>

#include "bound/known.h"
#include "tensor/datum.h"

namespace assay::conform {

// The tolerance of the official test runner.
inline constexpr double kRelative = 1e-3;
inline constexpr double kAbsolute = 1e-7;

struct Comparison {
  // Empty: agrees. Otherwise what differs first ("element 3: expected 1, got 2").
  std::string difference;
  // Elements whose expected value lies outside our interval although it is within the tolerance:
  // either the test data was made less accurately than any library would, or a bound is unsound.
  // Worth a look each.
  int64_t outside_bound = 0;
};

// Floats agree within the tolerance, or where the truth itself is uncertain by that little;
// integers, booleans, strings, types and shapes agree exactly, save integers that our bounds leave
// open by one step (ties of a rounding).
Comparison Compare(const Known& result, const Datum& expected);

}  // namespace assay::conform
