// What tells findings apart that are not reduced yet.
#pragma once

#include <string>

#include "report/material.h"

namespace assay::report {

// " in output 'v12' of Conv (model 'lenet', 28 nodes)", " (28 nodes): what it says", for the end of
// a headline. "" of a reduced finding and where the operator at fault is known: that tells enough.
std::string Whereabouts(const Material& material);

}  // namespace assay::report
