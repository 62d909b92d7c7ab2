// Ceil, Floor, Round: halves, steps inside an interval, special values.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RoundingOps, RoundTheUsualCases) {
  EXPECT_THAT(Values(RunOp("Ceil", {}, {Floats({3}, {-1.5, 1.2, 2})})), ElementsAre(-1, 2, 2));
  EXPECT_THAT(Values(RunOp("Floor", {}, {Floats({3}, {-1.5, 1.2, 2})})), ElementsAre(-2, 1, 2));
  EXPECT_THAT(Values(RunOp("Round", {}, {Floats({6}, {0.9, 2.5, 2.3, 1.5, -4.5, -0.5})})),
              ElementsAre(1, 2, 2, 2, -4, 0));
}

TEST(RoundingOps, AnIntervalOverAStepHoldsBothIntegers) {
  const Real y = (*RunOp("Floor", {}, {Reals({1}, {Between(0.9999, 1.0001)})}))[0].tensor.real(0);
  EXPECT_EQ(y.lo, 0);
  EXPECT_EQ(y.hi, 1);
  EXPECT_TRUE(Exact(RunOp("Floor", {}, {Reals({1}, {Between(1.1, 1.2)})})));
}

// 2048.5 cannot be a float16 but may be held in float32: its ceiling 2049 is then stored as 2048.
TEST(RoundingOps, AResultThatItsTypeLacksMayBeRounded) {
  const Real y =
      (*RunOp("Ceil", {}, {Reals({1}, {Between(2048, 2048.5)}, DType::kFloat16)}))[0].tensor.real(
          0);
  EXPECT_EQ(y.lo, 2048);
  EXPECT_EQ(y.hi, 2049);
}

TEST(RoundingOps, InfinityAndNanPassThrough) {
  const auto y = RunOp("Round", {}, {Floats({2}, {kInf, kNaN})});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, kInf);
  EXPECT_EQ((*y)[0].tensor.real(1).nan, Nan::kMust);
}

}  // namespace
}  // namespace assay::ops
