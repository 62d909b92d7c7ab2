// What a finding says of a target that hangs.
#pragma once

#include <string>

#include "lab/worker.h"

namespace assay::oracle {

// The first line is what makes it the same hang again; the stack is for whoever looks for it.
std::string HangText(const lab::Observation& seen);

}  // namespace assay::oracle
