// What must be there for a small case to fail, found out by taking it away.
#pragma once

#include <set>
#include <string>

#include "triage/probe.h"

namespace assay::reduce {

// The names of the changes after which `small`, which shows a failure, is right: "empty" when
// tensors without elements are the condition, "negative axis", "constant", … (needs.cc lists them).
// A change that leads to another failure says nothing.
std::set<std::string> FindNeeds(const ModelCase& small, const triage::Probe& probe);

// Whether a case that shows a failure shows it every time it is run, in one process too.
bool IsSteady(const ModelCase& small, const triage::Probe& probe);

}  // namespace assay::reduce
