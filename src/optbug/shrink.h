// Making a form smaller while it fails in the same way: fewer layers, plain inputs, no twist.
#pragma once

#include <functional>

#include "optbug/generate.h"

namespace assay::optbug {

// `fails` runs a candidate. Deterministic as long as `fails` is.
Candidate Shrink(const Generator& generator, const Candidate& candidate,
                 const std::function<bool(const Candidate&)>& fails);

}  // namespace assay::optbug
