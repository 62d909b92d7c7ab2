// Sin, Cos, Tan and their inverses: known values, poles and domains.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::trigonometric_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const char* op, const Real& x) {
  return (*RunOp(op, {}, {Reals({1}, {x})}))[0].tensor.real(0);
}

TEST(Trigonometric, HasTheKnownValues) {
  EXPECT_THAT(Values(RunOp("Sin", {}, {Floats({1}, {0})})), ElementsAre(0));
  EXPECT_THAT(Values(RunOp("Cos", {}, {Floats({1}, {0})})), ElementsAre(1));
  EXPECT_TRUE(First("Atan", Real::Point(1)).contains(0.7853981633974483));
  EXPECT_TRUE(First("Acos", Real::Point(-1)).contains(3.141592653589793));
  EXPECT_TRUE(First("Asin", Real::Point(0.5)).contains(0.5235987755982989));
  EXPECT_FALSE(First("Asin", Real::Point(0.5)).contains(0.5236987755982989));
}

TEST(Trigonometric, TangentHasAPoleAtHalfPi) {
  const Real across = First("Tan", Between(1.5, 1.6));
  EXPECT_EQ(across.lo, -kInf);
  EXPECT_EQ(across.hi, kInf);
  const Real beside = First("Tan", Between(0.5, 0.6));
  EXPECT_NEAR(beside.lo, 0.5463024898437905, 1e-6);
  EXPECT_NEAR(beside.hi, 0.6841368083416923, 1e-6);
}

TEST(Trigonometric, InversesAreNanOutsideMinusOneToOne) {
  EXPECT_EQ(First("Asin", Real::Point(1.5)).nan, Nan::kMust);
  const Real edge = First("Acos", Between(0.5, 1.5));
  EXPECT_EQ(edge.nan, Nan::kMay);
  EXPECT_NEAR(edge.hi, 1.0471975511965979, 1e-5);
  EXPECT_LE(edge.lo, 0);
  EXPECT_EQ(First("Acos", Between(1.5, 2)).nan, Nan::kMust);
  EXPECT_EQ(First("Sin", Real::Point(kInf)).nan, Nan::kMust);
}

}  // namespace
}  // namespace assay::ops::trigonometric_test
