#include "ops/conv/patches.h"

#include <gtest/gtest.h>

namespace assay::ops {
namespace {

// Every block of every geometry holds what the taps say.
void ExpectTaps(const WindowAxes& axes, int64_t channels) {
  const int64_t plane = InputPositions(axes), kernel = KernelSize(axes),
                positions = OutputPositions(axes);
  std::vector<double> image(static_cast<size_t>(channels * plane));
  for (size_t i = 0; i < image.size(); ++i) image[i] = static_cast<double>(i + 1);
  for (int64_t first = 0; first < positions; first += 4) {
    const int64_t last = std::min(first + 4, positions), columns = last - first;
    std::vector<double> matrix(static_cast<size_t>(channels * kernel * columns), -1);
    PatchBlock(axes, first, last).Gather(image.data(), channels, plane, matrix.data());
    ForEachWindow(axes, [&](int64_t position, std::span<const WindowTap> taps) {
      if (position < first || position >= last) return;
      for (int64_t c = 0; c < channels; ++c)
        for (const WindowTap& tap : taps)
          EXPECT_EQ(
              matrix[static_cast<size_t>((c * kernel + tap.kernel) * columns + position - first)],
              tap.input < 0 ? 0 : image[static_cast<size_t>(c * plane + tap.input)]);
    });
  }
}

TEST(Patches, MatchTheTaps) {
  ExpectTaps({{.in = 7, .kernel = 3, .begin = 1, .end = 1, .out = 7}}, 2);
  ExpectTaps({{.in = 5, .kernel = 3, .stride = 2, .begin = 1, .end = 1, .out = 3},
              {.in = 6, .kernel = 2, .stride = 3, .dilation = 2, .begin = 2, .end = 1, .out = 3}},
             2);
  ExpectTaps({{.in = 2, .kernel = 2, .begin = 1, .out = 2},
              {.in = 3, .kernel = 1, .out = 3},
              {.in = 4, .kernel = 3, .begin = 4, .end = 4, .out = 10}},
             1);
}

}  // namespace
}  // namespace assay::ops
