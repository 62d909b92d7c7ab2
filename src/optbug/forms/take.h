// Models and inputs taken out of programs of bug reports.
//
// A program fits the form when statements that have nothing to do with the optimisation make a
// model and its inputs: these are kept as they stand, and the rest (the optimisation, the checks)
// is written anew. Others do not fit and are left out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "optbug/mutate/rule.h"

namespace assay::optbug {

// What makes the model and the inputs of `program`, as far as its text tells: the most likely
// first, at most a handful. Which of them runs is for others to say.
std::vector<Taken> TakeModels(const std::string& program, const std::string& framework);

// The most likely one; nothing when the program does not fit.
std::optional<Taken> TakeModel(const std::string& program, const std::string& framework);

// The model of one with the inputs of another; nobody has run it yet.
Taken Exchange(const Taken& model, const Taken& inputs);

// `second` with other names for what `first` has too, so that both can stand in one program.
Taken Apart(const Taken& first, const Taken& second);

// Of the Python files in `folder`, or of the starter pool (""). An error: no such folder, or no
// Python file in it. Files that cannot be read are added to `left_out`, with the reason.
Result<std::vector<Form>> TakenForms(const Parts& parts, const std::string& folder,
                                     std::set<std::string>& left_out);

// What the starter pool knows of bugs of the framework's optimisers.
Result<std::vector<Past>> PastsOf(const std::string& framework);

}  // namespace assay::optbug
