// What went wrong with a carried program that is not valid or not preserving, in the paper's words.
#pragma once

#include "mirror/check/assess.h"
#include "mirror/check/roles.h"

namespace assay::mirror {

// Fills `error_kind` (table 7) and `transfer_error` (section 2.2); both stay "" for a preserving
// one.
void NameError(const Roles& roles, Assessment& out);

}  // namespace assay::mirror
