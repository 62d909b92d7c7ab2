// Holds a mutant's results in the certified reference against those of the model it was made from.
#pragma once

#include <string>
#include <vector>

#include "mutate/mutator.h"
#include "reference/evaluator.h"

namespace assay::mutate {

// The outputs, or an error where the reference has no answer for these inputs.
Result<std::vector<Known>> ReferenceOutputs(const ModelCase& test);

// What breaks the promise, or "".
//   same bits: value, interval and NaN state of every element are equal.
//   close: the intervals of every element meet, and none is certainly NaN where the other never is.
std::string Broken(Promise promise, const std::vector<Known>& base,
                   const std::vector<Known>& mutant);

// Puts NaN, infinities, zeros of both signs, subnormals, the largest number and ties into the float
// inputs: about one element in four.
void AddSpecialValues(ModelCase& test, Rng& rng);

}  // namespace assay::mutate
