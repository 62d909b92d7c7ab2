// What `propose` functions share.
#pragma once

#include "ops/op.h"

namespace assay::ops {

// A tensor of random elements: floats uniform in [lo, hi] (with some exact small integers and zeros
// among them), integers in [lo, hi] clipped to the type, booleans, short strings.
Tensor RandomTensor(Rng& rng, DType dtype, const Shape& shape, double lo = -2, double hi = 2);

// No attributes, no further inputs.
std::optional<Proposal> ProposePlain(const ProposeCall& call);
// The same when all candidate inputs broadcast together and have one element type.
std::optional<Proposal> ProposeBroadcast(const ProposeCall& call);

// A random axis of the input, possibly written negatively. Needs rank >= 1.
int64_t RandomAxis(Rng& rng, int rank);

}  // namespace assay::ops
