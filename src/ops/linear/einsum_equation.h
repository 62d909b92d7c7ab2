// The equation of an Einsum, resolved against its operands: which label each axis carries.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

// Labels are small numbers: letters first, then one per ellipsis axis.
struct EinsumEquation {
  std::vector<std::vector<int>> inputs;  // the label of each axis of each operand
  std::vector<int> output;
  int labels = 0;
  int letters = 0;   // the labels below this one
  std::string open;  // what of it the standard does not describe; "": nothing
};

// Resolves `equation` for operands of these ranks. Errors say which term is wrong.
Result<EinsumEquation> ParseEinsum(const std::string& equation, std::span<const int> ranks);

}  // namespace assay::ops
