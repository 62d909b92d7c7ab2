// Models and inputs taken out of programs of bug reports.
//
// A program fits the form when everything before its first optimisation makes a model and its
// inputs by name: that part is kept as it stands, and what follows (the optimisation, the checks)
// is written anew. Others do not fit and are left out.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "optbug/mutate/rule.h"

namespace assay::optbug {

// The part of `program` that makes model and inputs; nothing when it does not fit.
std::optional<Taken> TakeModel(const std::string& program, const std::string& framework);

// Of the Python files in `folder`, or of the starter pool (""). An error: no such folder, or no
// Python file in it. Files that cannot be read are added to `left_out`, with the reason.
Result<std::vector<Form>> TakenForms(const Parts& parts, const std::string& folder,
                                     std::set<std::string>& left_out);

// What the starter pool knows of bugs of the framework's optimisers.
Result<std::vector<Past>> PastsOf(const std::string& framework);

}  // namespace assay::optbug
