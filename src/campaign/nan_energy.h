// How near a run came to NaN: what a search for NaN climbs.
//
// AUDEE (Guo et al., ASE 2020) drives layers towards the places where arithmetic has no answer;
// its code is not public, so these are ours: of every operator with such a place (overflow,
// division by zero, a logarithm or a root out of its domain, an exponential that is too large) the
// powers of ten that are left to it, as a share of those that float32 has.
#pragma once

#include "graph/graph.h"
#include "oracle/tap.h"

namespace assay::campaign {

// From 0, far from it, to 1, there; the nearest operator of the main graph counts. `tensors`: what
// nodes gave (oracle::WithTaps); what is missing is left out.
double NanEnergy(const Graph& graph, const oracle::NamedTensors& tensors);

}  // namespace assay::campaign
