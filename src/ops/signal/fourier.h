// The discrete Fourier transform of one line of elements, for DFT and STFT.
#pragma once

#include <span>
#include <vector>

#include "bound/arith.h"

namespace assay::ops {

constexpr double kPi = 3.14159265358979323846;

struct Complex {
  Real re, im;
};

// X[k] = sum_n x[n] exp(-2 pi i k n / N) for k < `bins`; the conjugate divided by N when `inverse`.
// N is x.size().
//
// Any algorithm: direct sums, fast transforms, Bluestein's convolution. Each output is off by at
// most (2 n + 16) u S in the strict tier, S the sum of all magnitudes; the lenient tier allows (8 n
// + 64) u S for roots of unity taken in the working precision and for Bluestein's longer
// transforms.
std::vector<Complex> Fourier(const Arith& arith, std::span<const Complex> x, int64_t bins,
                             bool inverse);

// The real signal of length `length` whose one-sided spectrum is `x` (missing bins are zero), as an
// inverse real transform.
std::vector<Real> InverseReal(const Arith& arith, std::span<const Complex> x, int64_t length);

}  // namespace assay::ops
