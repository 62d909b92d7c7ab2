// Sinh, Cosh, Tanh and their inverses: known values, early overflow, domains.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::hyperbolic_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const char* op, const Real& x, Tier tier = Tier::kLenient) {
  RunOptions options;
  options.rules.tier = tier;
  return (*RunOp(op, {}, {Reals({1}, {x})}, options))[0].tensor.real(0);
}

TEST(Hyperbolic, HasTheKnownValues) {
  EXPECT_TRUE(First("Sinh", Real::Point(1)).contains(1.1752011936438014));
  EXPECT_TRUE(First("Cosh", Real::Point(0)).contains(1));
  EXPECT_TRUE(First("Tanh", Real::Point(0.5)).contains(0.46211715726000973));
  EXPECT_TRUE(First("Asinh", Real::Point(1)).contains(0.881373587019543));
  EXPECT_TRUE(First("Acosh", Real::Point(1)).contains(0));
  EXPECT_EQ(First("Atanh", Real::Point(1)).v, kInf);
  EXPECT_FALSE(First("Tanh", Real::Point(0.5)).contains(0.4622));
}

TEST(Hyperbolic, CoshHasItsLowestPointInside) {
  const Real y = First("Cosh", Between(-1, 2));
  EXPECT_NEAR(y.lo, 1, 1e-6);
  EXPECT_NEAR(y.hi, 3.7621956910836314, 1e-5);
}

// exp(89) exceeds float32 while sinh(89) = exp(89)/2 does not.
TEST(Hyperbolic, EarlyOverflowIsAdmittedInTheLenientTierOnly) {
  EXPECT_TRUE(First("Sinh", Real::Point(89)).contains(kInf));
  EXPECT_TRUE(First("Sinh", Real::Point(-89)).contains(-kInf));
  EXPECT_FALSE(First("Sinh", Real::Point(88)).contains(kInf));
  EXPECT_FALSE(First("Cosh", Real::Point(89), Tier::kStrict).contains(kInf));
}

TEST(Hyperbolic, InversesAreNanOutsideTheirDomain) {
  EXPECT_EQ(First("Acosh", Real::Point(0.5)).nan, Nan::kMust);
  EXPECT_EQ(First("Acosh", Between(0.5, 2)).nan, Nan::kMay);
  EXPECT_EQ(First("Atanh", Real::Point(-2)).nan, Nan::kMust);
}

// From a shipped kernel that goes through exp(-2x).
TEST(Tanh, NearZeroTheLenientTierIsAbsolute) {
  RunOptions strict;
  strict.rules.tier = Tier::kStrict;
  const Known x = Floats({1}, {-0.040649257600307465});
  const double shipped = -0.04062698408961296;
  EXPECT_TRUE((*RunOp("Tanh", {}, {x}))[0].tensor.real(0).contains(shipped));
  EXPECT_FALSE((*RunOp("Tanh", {}, {x}, strict))[0].tensor.real(0).contains(shipped));
  EXPECT_FALSE((*RunOp("Tanh", {}, {x}))[0].tensor.real(0).contains(-0.0406275));
}

}  // namespace
}  // namespace assay::ops::hyperbolic_test
