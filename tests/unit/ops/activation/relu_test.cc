// Relu, LeakyRelu, PRelu, ThresholdedRelu: pieces, jumps, NaN, broadcasting of the slope.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Relu, ClipsAtZero) {
  EXPECT_THAT(Values(RunOp("Relu", {}, {Floats({3}, {-1, 0, 2})})), ElementsAre(0, 0, 2));
  EXPECT_THAT(Values(RunOp("Relu", {}, {Numbers(DType::kInt8, {2}, {-3, 3})})), ElementsAre(0, 3));
  const Real nan = (*RunOp("Relu", {}, {Floats({1}, {kNaN})}))[0].tensor.real(0);
  EXPECT_TRUE(nan.contains(kNaN));
  EXPECT_TRUE(nan.contains(0));
}

TEST(LeakyRelu, ScalesBelowZero) {
  EXPECT_THAT(Values(RunOp("LeakyRelu", {{"alpha", 0.5F}}, {Floats({3}, {-2, 0, 3})})),
              ElementsAre(-1, 0, 3));
  EXPECT_TRUE(
      (*RunOp("LeakyRelu", {}, {Floats({1}, {-1})}))[0].tensor.real(0).contains(-double{0.01F}));
  const Real around =
      (*RunOp("LeakyRelu", {{"alpha", 0.5F}}, {Reals({1}, {Between(-2, 4)})}))[0].tensor.real(0);
  EXPECT_EQ(around.lo, -1);
  EXPECT_EQ(around.hi, 4);
}

TEST(PRelu, BroadcastsTheSlopeToX) {
  const auto y = RunOp("PRelu", {}, {Floats({2, 2}, {-1, -2, 3, -4}), Floats({2}, {0.5, 2})});
  EXPECT_THAT(Values(y), ElementsAre(-0.5, -4, 3, -8));
  EXPECT_THAT(MessageOf(RunOp("PRelu", {}, {Floats({2}, {1, 2}), Floats({2, 2}, {1, 2, 3, 4})})),
              HasSubstr("does not broadcast"));
  EXPECT_THAT(MessageOf(RunOp("PRelu", {}, {Floats({1}, {1}), Floats({2}, {1, 2})})),
              HasSubstr("does not broadcast"));
  EXPECT_THAT(
      Values(RunOp("PRelu", {},
                   {Numbers(DType::kInt32, {2}, {-3, 3}), Numbers(DType::kInt32, {1}, {2})})),
      ElementsAre(-6, 3));
}

TEST(ThresholdedRelu, JumpsAtAlpha) {
  EXPECT_THAT(Values(RunOp("ThresholdedRelu", {{"alpha", 2.0F}}, {Floats({3}, {1, 2, 3})})),
              ElementsAre(0, 0, 3));
  const Real around =
      (*RunOp("ThresholdedRelu", {{"alpha", 2.0F}}, {Reals({1}, {Between(1.5, 2.5)})}))[0]
          .tensor.real(0);
  EXPECT_EQ(around.lo, 0);
  EXPECT_EQ(around.hi, 2.5);
}

}  // namespace
}  // namespace assay::ops
