// What transformed convolutions (Winograd) may be off by: the lenient tier's allowance.
#pragma once

#include <vector>

#include "ops/conv/window.h"

namespace assay::ops {

// Whether a library might transform a convolution of so many channels at all.
bool ChannelsMayBeTransformed(int64_t channels);

// Magnitudes of the input elements to be used in the rounding part of the bound, or nothing where
// no shipped library would transform this convolution (or in the strict tier).
std::vector<double> TransformedMagnitude(const Arith& arith, const Bounded& x, int64_t channels,
                                         int64_t groups, const WindowAxes& axes);

}  // namespace assay::ops
