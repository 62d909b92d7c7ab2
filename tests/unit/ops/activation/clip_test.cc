// Clip: inputs and attributes, absent limits, crossed limits, NaN.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Clip, LimitsBothSides) {
  EXPECT_THAT(
      Values(RunOp("Clip", {}, {Floats({3}, {-2, 0.5, 2}), Floats({}, {-1}), Floats({}, {1})})),
      ElementsAre(-1, 0.5, 1));
  EXPECT_THAT(Values(RunOp("Clip", {}, {Floats({2}, {-2, 2}), Known(), Floats({}, {1})})),
              ElementsAre(-2, 1));
  EXPECT_THAT(Values(RunOp("Clip", {}, {Ints({3}, {-2, 0, 2}), Ints({}, {-1})})),
              ElementsAre(-1, 0, 2));
  EXPECT_THAT(
      Values(RunOp("Clip", {{"min", -1.0F}, {"max", 1.0F}}, {Floats({2}, {-2, 2})}, {.opset = 10})),
      ElementsAre(-1, 1));
}

TEST(Clip, MaxWinsWhenTheLimitsCross) {
  const auto y = RunOp("Clip", {}, {Floats({2}, {-5, 5}), Floats({}, {2}), Floats({}, {1})});
  EXPECT_THAT(Values(y), ElementsAre(1, 1));
  EXPECT_TRUE(Exact(y));
}

// The default limit is the largest finite number, but nobody is to blame for keeping an infinity.
TEST(Clip, InfinityWithoutALimitIsKeptOrCut) {
  const Real y = (*RunOp("Clip", {}, {Floats({1}, {kInf}), Floats({}, {0})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(kInf));
  EXPECT_TRUE(y.contains(FormatOf(DType::kFloat32).max));
}

TEST(Clip, RefusesLimitsThatAreNoScalars) {
  EXPECT_THAT(MessageOf(RunOp("Clip", {}, {Floats({2}, {1, 2}), Floats({2}, {1, 2})})),
              HasSubstr("min must be a scalar"));
  EXPECT_TRUE((*RunOp("Clip", {}, {Floats({1}, {kNaN}), Floats({}, {0}), Floats({}, {1})}))[0]
                  .tensor.real(0)
                  .contains(kNaN));
}

TEST(Clip, LeavesToOthersWhatIsNotSaid) {
  const auto crossed =
      RunOp("Clip", {{"min", 1.0F}, {"max", 0.0F}}, {Floats({1}, {2})}, {.opset = 10});
  EXPECT_THAT(MessageOf(crossed), HasSubstr("nothing is said"));
  const auto square = RunOp("Clip", {}, {Floats({1}, {2}), Floats({1, 1}, {0})}, {.opset = 21});
  EXPECT_THAT(MessageOf(square), HasSubstr("must be a scalar"));
}

}  // namespace
}  // namespace assay::ops
