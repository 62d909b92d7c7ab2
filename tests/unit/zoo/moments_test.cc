#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "zoo/weights.h"

namespace assay::zoo {
namespace {

TEST(Moments, ReluAgreesWithSampling) {
  for (const double mean : {-1.5, -0.5, 0.0, 0.7, 2.0}) {
    Rng rng(11);
    double sum = 0, squares = 0;
    constexpr int kSamples = 20000;
    for (int i = 0; i < kSamples; ++i) {
      const double x = std::max(0.0, mean + 2 * rng.Normal());
      sum += x;
      squares += x * x;
    }
    const Moments out = AfterRelu(Moments::Of(mean, 4));
    EXPECT_NEAR(out.mean[0], sum / kSamples, 0.15) << mean;
    const double var = squares / kSamples - sum / kSamples * (sum / kSamples);
    EXPECT_NEAR(out.var[0], var, 0.25 * var + 0.05) << mean;
  }
}

TEST(Moments, PooledHoldsTheSpreadOfTheMeans) {
  const Moments pooled = Moments{{-1, 1}, {0.5f, 0.5f}}.Pooled();
  EXPECT_FLOAT_EQ(pooled.mean[0], 0);
  EXPECT_FLOAT_EQ(pooled.var[0], 1.5);
}

TEST(Moments, ConcatAndRepeatKeepTheOrder) {
  const Moments parts[] = {Moments::Of(1, 2), {{3, 4}, {5, 6}}};
  const int64_t channels[] = {2, 2};
  const Moments all = Concatenated(parts, channels);
  EXPECT_EQ(all.mean, (std::vector<float>{1, 1, 3, 4}));
  EXPECT_EQ(all.var, (std::vector<float>{2, 2, 5, 6}));
  EXPECT_EQ(parts[1].Repeated(2).mean, (std::vector<float>{3, 3, 4, 4}));
}

TEST(Moments, SumsAddUp) {
  const Moments sum = AfterAdd(Moments::Of(1, 2), {{3, 4}, {5, 6}});
  EXPECT_EQ(sum.mean, (std::vector<float>{4, 5}));
  EXPECT_EQ(sum.var, (std::vector<float>{7, 8}));
}

}  // namespace
}  // namespace assay::zoo
