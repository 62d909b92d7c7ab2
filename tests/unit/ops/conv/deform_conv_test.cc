#include "tests/unit/ops/op_test.h"

namespace assay::ops::deform_conv_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

const Known kX = Floats({1, 1, 2, 2}, {1, 2, 3, 4});
const Known kW = Floats({1, 1, 1, 1}, {1});

TEST(DeformConv, OffsetsMoveTheSamples) {
  // A 1x1 kernel; offsets (rows, then columns): half a column to the right, out of the image on the
  // right side.
  const auto y =
      RunOp("DeformConv", {}, {kX, kW, Floats({1, 2, 2, 2}, {0, 0, 0, 0, 0.5, 0.5, 0, 1})});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(1.5, 1e-9), DoubleNear(1, 1e-9),
                                     DoubleNear(3, 1e-9), DoubleNear(0, 1e-9)));
}

TEST(DeformConv, MaskAndBias) {
  const auto y = RunOp("DeformConv", {},
                       {kX, kW, Floats({1, 2, 2, 2}, std::vector<double>(8, 0)), Floats({1}, {10}),
                        Floats({1, 1, 2, 2}, {1, 0, 0.5, 2})});
  EXPECT_THAT(Values(y), ElementsAre(11, 10, 11.5, 18));
}

TEST(DeformConv, UncertainOffsetTouchesTheElementsAround) {
  std::vector<Real> offset(8, Real::Point(0));
  offset[4] = Between(0, 1);  // column of the first output
  const auto y = RunOp("DeformConv", {}, {kX, kW, Reals({1, 2, 2, 2}, offset)});
  ASSERT_TRUE(y.ok());
  EXPECT_LE((*y)[0].tensor.real(0).lo, 1);
  EXPECT_GE((*y)[0].tensor.real(0).hi, 2);
}

TEST(DeformConv, Refuses) {
  EXPECT_FALSE(RunOp("DeformConv", {}, {kX, kW, Floats({1, 1, 2, 2}, {0, 0, 0, 0})}).ok());
}

}  // namespace
}  // namespace assay::ops::deform_conv_test
