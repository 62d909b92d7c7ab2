// Winograd's F(4x4, 3x3) computes a tile of 4x4 outputs from 6x6 inputs as A'[(G g G') * (B' d
// B)]A. Its rounding errors follow the magnitudes of the transformed tile, not those of one
// output's own terms: where a window holds zeros beside large neighbours, the direct sum is exact
// and the transformed one is not. So the allowance uses, per channel, the largest magnitude in the
// neighbourhood.
//
// The constant. In one dimension (points 0, 1, -1, 2, -2, infinity) the rows of |B'| sum to 10, 10,
// 10, 6, 6, 10, the largest entries of the rows of |G| are 1/4, 1/6, 1/6, 1/6, 1/6, 1, and the last
// row of |A'| is 0, 1, 1, 8, 8, 1. An output is thus at most 1.67 + 1.67 + 8 + 8 + 10 = 29.3 times
// max|d| * sum|g| before cancellation, and 29.3^2 = 860 in two dimensions, where the direct sum
// has 1. A rigorous bound is therefore about (C + 24) * 860 * u * S' for C channels, with S' the
// sum over channels of max|d| * sum|g|. All those roundings would have to conspire; taken as
// independent they add up to some 30 to 60 u * S' at C = 8 and grow with the root of C, and the
// measured maximum of a shipped kernel is 28 u * S at C = 64. kFactor * n * u * S' with n = 9C
// gives 576 u * S' at C = 8 and 4608 u * S' at C = 64: ten times and more above what is seen. It is
// a judgement, not a theorem, and holds in the lenient tier only. Taps in the padding are not
// counted; the factor covers that (at a corner 4 of 9 remain).
#include "ops/conv/transformed.h"

namespace assay::ops {
namespace {

constexpr double kFactor = 8;
constexpr int64_t kRadius =
    5;  // of the tile: any 6x6 (or 8x8) tile that covers an output lies within it
constexpr int64_t kMinChannels = 8;  // with fewer, libraries use direct kernels

bool MayBeTransformed(const Arith& arith, int64_t channels, int64_t groups,
                      const WindowAxes& axes) {
  if (arith.rules().tier != Tier::kLenient || arith.type() == DType::kFloat64) return false;
  if (groups != 1 || !ChannelsMayBeTransformed(channels) || axes.size() != 2) return false;
  for (const WindowAxis& axis : axes)
    if ((axis.kernel != 3 && axis.kernel != 5) || axis.stride != 1 || axis.dilation != 1)
      return false;
  return true;
}

// Replaces each of `count` values at the given stride by the largest within kRadius.
void SpreadLine(double* values, int64_t count, int64_t stride, std::vector<double>& line) {
  line.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) line[static_cast<size_t>(i)] = values[i * stride];
  for (int64_t i = 0; i < count; ++i) {
    double largest = 0;
    for (int64_t j = std::max<int64_t>(0, i - kRadius); j <= std::min(count - 1, i + kRadius); ++j)
      largest = std::max(largest, line[static_cast<size_t>(j)]);
    values[i * stride] = largest;
  }
}

}  // namespace

bool ChannelsMayBeTransformed(int64_t channels) { return channels >= kMinChannels; }

std::vector<double> TransformedMagnitude(const Arith& arith, const Bounded& x, int64_t channels,
                                         int64_t groups, const WindowAxes& axes) {
  std::vector<double> out;
  if (!MayBeTransformed(arith, channels, groups, axes)) return out;
  out.resize(x.v().size());
  for (size_t i = 0; i < out.size(); ++i) {
    const Real e = x.real(static_cast<int64_t>(i));
    // An infinity or a NaN reaches every output of its tile.
    out[i] = e.nan != Nan::kNever ? kInf : kFactor * std::max(std::fabs(e.lo), std::fabs(e.hi));
  }
  const int64_t height = axes[0].in, width = axes[1].in, plane = height * width;
  std::vector<double> line;
  for (int64_t p = 0; plane > 0 && p < x.count() / plane; ++p) {
    double* image = out.data() + p * plane;
    for (int64_t y = 0; y < height; ++y) SpreadLine(image + y * width, width, 1, line);
    for (int64_t c = 0; c < width; ++c) SpreadLine(image + c, height, width, line);
  }
  return out;
}

}  // namespace assay::ops
