// Mish: values, the dip, the tails.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::mish_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const Real& x) { return (*RunOp("Mish", {}, {Reals({1}, {x})}))[0].tensor.real(0); }

TEST(Mish, HasTheKnownValues) {
  EXPECT_TRUE(First(Real::Point(1)).contains(0.8650983882673103));
  EXPECT_FALSE(First(Real::Point(1)).contains(0.8652));
  EXPECT_TRUE(First(Real::Point(0)).contains(0));
  EXPECT_TRUE(First(Real::Point(1000)).contains(1000));
}

TEST(Mish, DipsBelowZero) {
  EXPECT_NEAR(First(Between(-3, 0)).lo, -0.30884, 1e-4);
  EXPECT_TRUE(First(Real::Point(-1e20)).contains(0));
  EXPECT_LT(First(Real::Point(-1e20)).width(), 1e-4);
  EXPECT_TRUE(First(Real::Point(-kInf)).contains(kNaN));
}

}  // namespace
}  // namespace assay::ops::mish_test
