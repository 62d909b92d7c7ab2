#include "tests/unit/ops/op_test.h"

namespace assay::ops::linear_cut_factors_test {
namespace {

constexpr Rules kTf32 = {.tf32 = true};

Real ProductOf(const std::vector<double>& a, const std::vector<double>& b, const Rules& rules) {
  const auto n = static_cast<int64_t>(a.size());
  const auto y = RunOp("MatMul", {}, {Floats({1, n}, a), Floats({n, 1}, b)}, {.rules = rules});
  return (*y)[0].tensor.real(0);
}

TEST(CutFactors, WhatHasNoMoreDigitsStaysExact) {
  EXPECT_TRUE(ProductOf({1.5, -3, 1024}, {2, 0.25, 7}, kTf32).width() < 1e-2);
  EXPECT_TRUE(ProductOf({3, -5, 1024}, {2, 9, 7}, kTf32).point());
  EXPECT_FALSE(ProductOf({2049, 1}, {1, 1}, kTf32).point());
}

TEST(CutFactors, HoldsEveryWayToCut) {
  constexpr double kUlp = 0x1p-10, kX = 1 + 0.75 * kUlp;  // to nearest: 1 + ulp, dropped: 1
  const Real y = ProductOf({kX}, {kX}, kTf32);
  for (const double seen : {kX * kX, (1 + kUlp) * (1 + kUlp), 1 + kUlp, 1.0})
    EXPECT_TRUE(y.contains(seen)) << seen;
  EXPECT_FALSE(y.contains(1 + 3 * kUlp));
  EXPECT_FALSE(y.contains(1 - kUlp));
}

// Cut alike, terms that cancel leave little: the worst cut of each on its own would leave 2e-3.
TEST(CutFactors, OneWayPerOperandKeepsDifferencesNarrow) {
  const Real y = ProductOf({1.0003, -1.0003}, {1, 1}, kTf32);
  EXPECT_TRUE(y.contains(0));
  EXPECT_LT(y.width(), 1e-6);
}

TEST(CutFactors, WhatRoundsBeyondTheTypeIsOpen) {
  EXPECT_TRUE(ProductOf({3.4028234e38}, {0.5}, kTf32).undetermined());
}

TEST(CutFactors, ManyChannelsMayBeTransformedBeforeTheyAreCut) {
  const auto width = [](int64_t channels) {
    const std::vector<double> x(static_cast<size_t>(9 * channels), 1.25),
        w(static_cast<size_t>(9 * channels), 0.5);
    const auto y =
        RunOp("Conv", {}, {Floats({1, channels, 3, 3}, x), Floats({1, channels, 3, 3}, w)},
              {.rules = kTf32});
    return (*y)[0].tensor.real(0).width() / static_cast<double>(channels);
  };
  EXPECT_LT(width(4), 1e-4);
  EXPECT_GT(width(8), 1e-3);
}

}  // namespace
}  // namespace assay::ops::linear_cut_factors_test
