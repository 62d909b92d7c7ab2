// Models and inputs taken out of programs of bug reports.
//
// A program fits the form when everything before its first optimisation makes a model and its
// inputs by name: that part is kept as it stands, and what follows (the optimisation, the checks)
// is written anew. Others do not fit and are left out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optbug/mutate/rule.h"

namespace assay::optbug {

// The part of `program` that makes model and inputs; nothing when it does not fit.
std::optional<Taken> TakeModel(const std::string& program, const std::string& framework);

// Of the Python files in `folder`, or of the starter pool (""). An error: unreadable.
Result<std::vector<Form>> TakenForms(const Parts& parts, const std::string& folder);

// What the starter pool knows of bugs of the framework's optimisers.
Result<std::vector<Past>> PastsOf(const std::string& framework);

}  // namespace assay::optbug
