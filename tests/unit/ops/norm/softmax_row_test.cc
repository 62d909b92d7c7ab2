#include "ops/norm/softmax_row.h"

#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Real> Softmax(std::vector<Real> x, Rules rules = {}) {
  SoftmaxOfRow(Arith(DType::kFloat32, rules), x, x, EmptyRow::kZeroOrNan);
  return x;
}

TEST(SoftmaxRow, SharesOfEqualAndUnequalEntries) {
  const auto y = Softmax({Real::Point(0), Real::Point(std::log(3.0))});
  EXPECT_NEAR(y[0].v, 0.25, 1e-12);
  EXPECT_TRUE(y[1].contains(0.75));
  EXPECT_LT(y[1].width(), 1e-5);
}

TEST(SoftmaxRow, IntervalsAreTakenAtOppositeCorners) {
  const auto y = Softmax({Between(0, 1), Between(0, 1)});
  const double most = std::exp(1) / (1 + std::exp(1));
  EXPECT_NEAR(y[0].hi, most, 1e-4);
  EXPECT_NEAR(y[0].lo, 1 - most, 1e-4);
}

TEST(SoftmaxRow, MaskedEntriesAreExactlyZero) {
  const auto y = Softmax({Real::Point(-kInf), Real::Point(2)});
  EXPECT_TRUE(y[0].point());
  EXPECT_EQ(y[0].v, 0);
  EXPECT_NEAR(y[1].v, 1, 1e-12);
}

TEST(SoftmaxRow, ARowOfNothingIsZeroOrNaN) {
  const auto y = Softmax({Real::Point(-kInf), Real::Point(-kInf)});
  EXPECT_EQ(y[0].nan, Nan::kMay);
  EXPECT_TRUE(y[0].contains(0));
  EXPECT_FALSE(y[0].contains(0.5));
}

// One that may be masked does not open the row; where all may be, NaN is possible.
TEST(SoftmaxRow, PerhapsMaskedEntries) {
  const auto y = Softmax({Between(-kInf, 0), Real::Point(0)});
  EXPECT_EQ(y[0].nan, Nan::kNever);
  EXPECT_EQ(y[0].lo, 0);
  EXPECT_NEAR(y[0].hi, 0.5, 1e-5);
  EXPECT_NEAR(y[1].lo, 0.5, 1e-5);
  EXPECT_TRUE(y[1].contains(1));
  const auto empty = Softmax({Between(-kInf, 0), Between(-kInf, 0)});
  EXPECT_EQ(empty[0].nan, Nan::kMay);
  EXPECT_TRUE(empty[0].contains(0));
  EXPECT_TRUE(empty[0].contains(1));
}

// However coarse the sum, what is divided is among what is summed.
TEST(SoftmaxRow, NeverFarAboveOne) {
  std::vector<Real> x(200, Real::Point(-90));
  x[0] = Real::Point(0);
  SoftmaxOfRow(Arith(DType::kBfloat16, {.tier = Tier::kStrict}), x, x, EmptyRow::kOpen);
  EXPECT_LT(x[0].hi, 1.1);
  EXPECT_TRUE(x[0].contains(1));
}

// Rows that random graphs seldom have: long, far apart, partly masked.
TEST(SoftmaxRow, TheAdversaryStaysInside) {
  Rng rng(11);
  for (const Tier tier : {Tier::kStrict, Tier::kLenient})
    for (const DType type : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
      for (int round = 0; round < 40; ++round) {
        const Rules rules{.tier = tier};
        std::vector<Real> x(static_cast<size_t>(rng.Int(1, 300)));
        const double spread = rng.Real(0, 60);
        for (Real& e : x)
          e = Real::Point(rng.Chance(0.1) ? -kInf : RoundTo(type, rng.Real(-spread, spread)));
        std::vector<Real> bounds(x.size()), run(x.size());
        SoftmaxOfRow(Arith(type, rules), x, bounds, EmptyRow::kZeroOrNan);
        for (int i = 0; i < 5; ++i) {
          SoftmaxOfRow(Arith(type, rules, &rng), x, run, EmptyRow::kZeroOrNan);
          for (size_t k = 0; k < x.size(); ++k)
            ASSERT_TRUE(bounds[k].contains(run[k].nan == Nan::kMust ? kNaN : run[k].v))
                << DTypeName(type) << " " << x.size() << " " << spread << ": " << run[k].v
                << " outside of " << bounds[k].lo << " to " << bounds[k].hi;
        }
      }
}

TEST(SoftmaxRow, NaNMaySpread) {
  const auto y = Softmax({Real::MustNan(), Real::Point(2)});
  EXPECT_EQ(y[0].nan, Nan::kMust);
  EXPECT_EQ(y[1].nan, Nan::kMay);
}

TEST(SoftmaxRow, LargeDifferencesDoNotOverflow) {
  const auto y = Softmax({Real::Point(1e30), Real::Point(-1e30), Real::Point(1e30)});
  EXPECT_TRUE(y[0].contains(0.5));
  EXPECT_TRUE(y[1].contains(0));
}

}  // namespace
}  // namespace assay::ops
