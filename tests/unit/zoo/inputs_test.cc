#include "zoo/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace assay::zoo {
namespace {

struct Spread {
  double lo, hi, mean, deviation;
};

Spread SpreadOf(const Tensor& t) {
  Spread out = {1e9, -1e9, 0, 0};
  for (int64_t i = 0; i < t.count(); ++i) {
    out.lo = std::min(out.lo, t.RealAt(i));
    out.hi = std::max(out.hi, t.RealAt(i));
    out.mean += t.RealAt(i) / double(t.count());
  }
  for (int64_t i = 0; i < t.count(); ++i)
    out.deviation += (t.RealAt(i) - out.mean) * (t.RealAt(i) - out.mean) / double(t.count());
  out.deviation = std::sqrt(out.deviation);
  return out;
}

TEST(Photo, IsNormalisedLikeTheDataSet) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    Rng rng(seed);
    const Spread unit = SpreadOf(Photo(rng, 32, Norm::kUnit));
    EXPECT_GE(unit.lo, 0);
    EXPECT_LE(unit.hi, 1);
    EXPECT_GT(unit.deviation, 0.05);
    const Spread imagenet = SpreadOf(Photo(rng, 32, Norm::kImageNet));
    EXPECT_GE(imagenet.lo, -2.2);
    EXPECT_LE(imagenet.hi, 2.7);
    const Spread both_signs = SpreadOf(Photo(rng, 32, Norm::kSigned));
    EXPECT_GE(both_signs.lo, -1);
    EXPECT_LE(both_signs.hi, 1);
  }
}

// Neighbours resemble each other, as in a photograph and not as in noise.
TEST(Photo, IsSmoothWithEdges) {
  Rng rng(3);
  const Tensor image = Photo(rng, 64, Norm::kUnit);
  double near = 0, far = 0, largest = 0;
  for (int64_t i = 0; i < 64; ++i)
    for (int64_t j = 0; j < 32; ++j) {
      const double step = std::abs(image.RealAt(i * 64 + j) - image.RealAt(i * 64 + j + 1));
      near += step;
      largest = std::max(largest, step);
      far += std::abs(image.RealAt(i * 64 + j) - image.RealAt(i * 64 + j + 31));
    }
  EXPECT_LT(near, 0.5 * far);
  EXPECT_GT(largest, 0.1);
}

TEST(Images, HaveTheirShapesAndVary) {
  Rng rng(1);
  EXPECT_EQ(Digit(rng, 28).shape(), (Shape{1, 1, 28, 28}));
  EXPECT_EQ(Texture(rng, 16, Norm::kUnit).shape(), (Shape{1, 3, 16, 16}));
  for (const Tensor& image :
       {Digit(rng, 28), Garment(rng, 28), Cells(rng, 64), Texture(rng, 32, Norm::kUnit)})
    EXPECT_GT(SpreadOf(image).deviation, 0.1);
  // Most of a digit is background, all of one value.
  const Tensor digit = Digit(rng, 28);
  const double background = SpreadOf(digit).lo;
  int64_t empty = 0;
  for (int64_t i = 0; i < digit.count(); ++i)
    if (digit.RealAt(i) == background) ++empty;
  EXPECT_GT(empty, digit.count() / 3);
}

TEST(Tokens, StayInTheVocabularyAndPreferFrequentWords) {
  Rng rng(5);
  const Tensor ids = Tokens(rng, 4000, 1000);
  EXPECT_EQ(ids.shape(), (Shape{1, 4000}));
  int64_t frequent = 0;
  for (const int64_t id : ids.Ints()) {
    ASSERT_GE(id, 0);
    ASSERT_LT(id, 1000);
    if (id < 100) ++frequent;
  }
  EXPECT_GT(frequent, 1200);
}

TEST(Mask, CoversTheFirstPositions) {
  EXPECT_EQ(Mask(2, 4).Ints(), (std::vector<int64_t>{1, 1, 0, 0}));
  EXPECT_EQ(Mask(2, 4).shape(), (Shape{1, 4}));
}

TEST(Series, AreWhatTheySay) {
  Rng rng(9);
  const Spread wave = SpreadOf(SineWave(rng, 200));
  EXPECT_NEAR(wave.mean, 0, 0.2);
  EXPECT_NEAR(wave.deviation, std::sqrt(0.5), 0.1);
  const Tensor prices = PriceSeries(rng, 50);
  EXPECT_EQ(prices.shape(), (Shape{1, 50, 2}));
  EXPECT_EQ(prices.RealAt(0), 0);  // the first day is the measure
  for (int64_t i = 0; i < 50; ++i) EXPECT_GT(prices.RealAt(2 * i), -1);
}

}  // namespace
}  // namespace assay::zoo
