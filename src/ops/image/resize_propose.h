// Random legal uses of Resize and Upsample.
#pragma once

#include "ops/op.h"

namespace assay::ops {

std::optional<Proposal> ProposeResize(const ProposeCall& call);
std::optional<Proposal> ProposeUpsample(const ProposeCall& call);

}  // namespace assay::ops
