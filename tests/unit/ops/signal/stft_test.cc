#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const Known kSignal = Floats({1, 5, 1}, {1, 2, 3, 4, 5});

TEST(Stft, FramesOfTwo) {
  const auto y = RunOp("STFT", {}, {kSignal, Ints({}, {2}), Known(), Ints({}, {2})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 2, 2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(3, 0, -1, 0, 7, 0, -1, 0));
}
TEST(Stft, WindowGivesLengthAndWeights) {
  EXPECT_THAT(Values(RunOp("STFT", {{"onesided", int64_t{0}}},
                           {kSignal, Ints({}, {3}), Floats({2}, {1, 2})})),
              ElementsAre(5, 0, -3, 0, 14, 0, -6, 0));
}
TEST(Stft, RefusesLongFramesAndZeroSteps) {
  EXPECT_THAT(MessageOf(RunOp("STFT", {}, {kSignal, Ints({}, {1}), Known(), Ints({}, {9})})),
              HasSubstr("frame_length 9 exceeds"));
  EXPECT_THAT(MessageOf(RunOp("STFT", {}, {kSignal, Ints({}, {0})})), HasSubstr("frame_step 0"));
}

}  // namespace
}  // namespace assay::ops
