// Abs, Neg, Sign: floats, integers with overflow, NaN.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SignOps, ComputeTheUsualCases) {
  EXPECT_THAT(Values(RunOp("Abs", {}, {Floats({3}, {-1.5, 0, 2})})), ElementsAre(1.5, 0, 2));
  EXPECT_THAT(Values(RunOp("Neg", {}, {Ints({2}, {-3, 4})})), ElementsAre(3, -4));
  EXPECT_THAT(Values(RunOp("Sign", {}, {Ints({3}, {-3, 0, 4})})), ElementsAre(-1, 0, 1));
  EXPECT_THAT(Values(RunOp("Sign", {}, {Numbers(DType::kUint8, {2}, {0, 200})})),
              ElementsAre(0, 1));
}

TEST(SignOps, TheSmallestIntegerHasNoOpposite) {
  const auto wide = RunOp("Abs", {}, {Numbers(DType::kInt32, {1}, {-2147483648.0})});
  EXPECT_THAT(Values(wide), ElementsAre(-2147483648.0));
  const Int narrow = (*RunOp("Neg", {}, {Numbers(DType::kInt8, {1}, {-128})}))[0].tensor.integer(0);
  EXPECT_TRUE(narrow.contains(-128));
  EXPECT_TRUE(narrow.contains(127));
}

TEST(SignOps, AnIntervalAroundZeroHoldsAllSigns) {
  const Real y = (*RunOp("Sign", {}, {Reals({1}, {Between(-1e-9, 1e-9)})}))[0].tensor.real(0);
  EXPECT_EQ(y.lo, -1);
  EXPECT_EQ(y.hi, 1);
  const Real abs = (*RunOp("Abs", {}, {Reals({1}, {Between(-1, 3)})}))[0].tensor.real(0);
  EXPECT_EQ(abs.lo, 0);
  EXPECT_EQ(abs.hi, 3);
}

TEST(SignOps, SignOfNanIsNanOrZero) {
  const Real y = (*RunOp("Sign", {}, {Floats({1}, {kNaN})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(kNaN));
  EXPECT_TRUE(y.contains(0));
  EXPECT_FALSE(y.contains(1));
}

}  // namespace
}  // namespace assay::ops
