// Tensors of shape (N, C, D1, .., Dk): their layout, and parameters that have one element per
// channel.
#pragma once

#include "ops/elementwise.h"

namespace assay::ops {

// x[n, c, r] lies at (n * channels + c) * rest + r. A vector has one channel, a scalar one instance
// as well.
struct ChannelLayout {
  int64_t batch = 1, channels = 1, rest = 1;
};
ChannelLayout LayoutOfChannels(const Shape& shape);

// Inputs first..last are vectors with one element per channel of `x`, which has at least two axes;
// what they say about the number of channels is written into `x`.
Status CheckPerChannel(const InferCall& call, TensorType& x, size_t first, size_t last);
// Input `i` is a vector of `size` elements (an unknown size is filled in).
Status CheckVector(const InferCall& call, size_t i, Dim& size);

}  // namespace assay::ops
