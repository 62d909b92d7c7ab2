// What a program does not say: whether what it computes is other without the optimisation.
//
// Programs of a model often run both models and compare nothing. The program and its plain form
// (plain_form.h) are run from equal seeds, and the tensors that they leave at the top are compared.
// Where one differs by more than rounding, the program gets a check of it behind its end, with the
// value of the plain form: from there on it is a program that fails like any other.
//
// Nothing is said where the runs drew different numbers, or might have: there values may differ
// with everybody being right.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::optbug {

// `program` from equal seeds, with lines behind it that tell of its tensors.
Result<std::string> TellingForm(const std::string& program, const std::string& framework);

// Whether numbers may be drawn inside of a model, where an optimiser may draw others.
bool DrawsInside(const std::string& program);

// The program with its check; "" where both have told the same, or not enough. `said` and
// `plain_said`: what TellingForm of the program and of its plain form have printed.
std::string WithItsCheck(const std::string& program, const std::string& framework,
                         const std::string& said, const std::string& plain_said);

}  // namespace assay::optbug
