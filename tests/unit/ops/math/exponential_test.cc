// Exp, Log, Sqrt, Reciprocal: known values and the edges of their domains.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Exponential, HasTheKnownValues) {
  const auto exp = RunOp("Exp", {}, {Floats({2}, {0, 1})});
  EXPECT_TRUE((*exp)[0].tensor.real(0).contains(1));
  EXPECT_TRUE((*exp)[0].tensor.real(1).contains(2.718281828459045));
  EXPECT_FALSE((*exp)[0].tensor.real(1).contains(2.7184));
  EXPECT_THAT(Values(RunOp("Sqrt", {}, {Floats({3}, {0, 4, 9})})), ElementsAre(0, 2, 3));
  EXPECT_THAT(Values(RunOp("Reciprocal", {}, {Floats({2}, {2, -4})})), ElementsAre(0.5, -0.25));
}

TEST(Reciprocal, OfOneMayEndOneStepBelowInTheLenientTier) {
  constexpr double kBelowOne = 1 - 0x1p-24;
  RunOptions strict;
  strict.rules.tier = Tier::kStrict;
  EXPECT_TRUE((*RunOp("Reciprocal", {}, {Floats({1}, {1})}))[0].tensor.real(0).contains(kBelowOne));
  EXPECT_FALSE(
      (*RunOp("Reciprocal", {}, {Floats({1}, {1})}, strict))[0].tensor.real(0).contains(kBelowOne));
  EXPECT_FALSE(
      (*RunOp("Reciprocal", {}, {Floats({1}, {1})}))[0].tensor.real(0).contains(1 - 0x1p-21));
}

TEST(Exponential, IsNanOutsideTheDomain) {
  EXPECT_EQ((*RunOp("Log", {}, {Floats({1}, {-1})}))[0].tensor.real(0).nan, Nan::kMust);
  EXPECT_EQ((*RunOp("Sqrt", {}, {Reals({1}, {Between(-1, 1)})}))[0].tensor.real(0).nan, Nan::kMay);
  EXPECT_EQ((*RunOp("Log", {}, {Floats({1}, {0})}))[0].tensor.real(0).v, -kInf);
}

}  // namespace
}  // namespace assay::ops
