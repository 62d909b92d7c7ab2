#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const Known kLine = Floats({1, 4, 1}, {1, 2, 3, 4});

TEST(Dft, RealInputGivesComplexOutput) {
  EXPECT_THAT(Values(RunOp("DFT", {}, {kLine})), ElementsAre(10, 0, -2, 2, -2, 0, -2, -2));
}
TEST(Dft, OnesidedAndBack) {
  const auto half = RunOp("DFT", {{"onesided", int64_t{1}}}, {kLine});
  EXPECT_EQ(ShapeOf(half), (Shape{1, 3, 2}));
  const auto back = RunOp("DFT", {{"onesided", int64_t{1}}, {"inverse", int64_t{1}}}, {(*half)[0]});
  EXPECT_THAT(Values(back), ElementsAre(DoubleNear(1, 1e-9), DoubleNear(2, 1e-9),
                                        DoubleNear(3, 1e-9), DoubleNear(4, 1e-9)));
}
TEST(Dft, LengthPadsAndCuts) {
  EXPECT_THAT(Values(RunOp("DFT", {}, {kLine, Ints({}, {2})})), ElementsAre(3, 0, -1, 0));
  EXPECT_EQ(ShapeOf(RunOp("DFT", {}, {kLine, Ints({}, {6})})), (Shape{1, 6, 2}));
}
TEST(Dft, AxisIsAnAttributeBefore20) {
  const Known square = Floats({2, 2, 1}, {1, 2, 3, 4});
  EXPECT_THAT(Values(RunOp("DFT", {{"axis", int64_t{0}}}, {square}, {.opset = 19})),
              ElementsAre(4, 0, 6, 0, -2, 0, -2, 0));
  EXPECT_THAT(Values(RunOp("DFT", {}, {square, Known(), Ints({}, {-3})})),
              ElementsAre(4, 0, 6, 0, -2, 0, -2, 0));
}
TEST(Dft, RefusesTheLastAxis) {
  EXPECT_THAT(MessageOf(RunOp("DFT", {}, {kLine, Known(), Ints({}, {-1})})),
              HasSubstr("axis of real and imaginary part"));
  EXPECT_THAT(
      MessageOf(RunOp("DFT", {{"onesided", int64_t{1}}}, {Floats({1, 2, 2}, {1, 2, 3, 4})})),
      HasSubstr("needs real input"));
}

TEST(Dft, SpareBinsOfAnInverseAreOpen) {
  const Attrs attrs = {{"onesided", int64_t{1}}, {"inverse", int64_t{1}}};
  const Known bins = Floats({1, 3, 2}, {10, 0, -2, 2, -2, 0});
  EXPECT_TRUE(IsUndetermined(RunOp("DFT", attrs, {bins, Ints({}, {3})})));
  EXPECT_TRUE(RunOp("DFT", attrs, {bins, Ints({}, {4})}).ok());
  // Too few are filled up with zeros.
  EXPECT_THAT(Values(RunOp("DFT", attrs, {Floats({1, 1, 2}, {6, 0}), Ints({}, {3})})),
              ElementsAre(DoubleNear(2, 1e-9), DoubleNear(2, 1e-9), DoubleNear(2, 1e-9)));
}

}  // namespace
}  // namespace assay::ops
