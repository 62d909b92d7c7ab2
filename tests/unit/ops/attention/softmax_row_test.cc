#include "ops/attention/softmax_row.h"

#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Real> Softmax(std::vector<Real> x, Rules rules = {}) {
  SoftmaxRow(Arith(DType::kFloat32, rules), x, x);
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
