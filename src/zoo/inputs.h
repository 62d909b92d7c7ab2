// Inputs like those of the data sets: smooth images with edges and noise, strokes, cells, textures
// with a flaw, words, a sine wave, prices. All of them are drawn, none is taken from a data set.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "tensor/tensor.h"

namespace assay::zoo {

// A photograph: shaded background, discs and boxes with sharp edges, fine noise. [1, 3, size, size]
enum class Norm {
  kImageNet,  // minus the mean, by the deviation of ImageNet
  kCifar10,
  kSigned,  // -1 to 1
  kUnit,    // 0 to 1
};
Tensor Photo(Rng& rng, int64_t size, Norm norm);

// A digit of a few blurred strokes, normalised as MNIST is. [1, 1, size, size]
Tensor Digit(Rng& rng, int64_t size);
// A garment: a filled outline with some weave, normalised as Fashion-MNIST is.
Tensor Garment(Rng& rng, int64_t size);
// An electron micrograph: cells with dark membranes, 0 to 1. [1, 1, size, size]
Tensor Cells(Rng& rng, int64_t size);
// A regular texture with a scratch across it. [1, 3, size, size]
Tensor Texture(Rng& rng, int64_t size, Norm norm);

// Word numbers below `vocabulary`, frequent ones (small numbers) more often.
Tensor Tokens(Rng& rng, int64_t length, int64_t vocabulary);
// 1 for the first `valid` of `length` positions, else 0. int64 [1, length]
Tensor Mask(int64_t valid, int64_t length);

// A noisy sine wave. [1, steps, 1]
Tensor SineWave(Rng& rng, int64_t steps);
// Close and volume of a stock relative to the first day of the window. [1, steps, 2]
Tensor PriceSeries(Rng& rng, int64_t steps);

}  // namespace assay::zoo
