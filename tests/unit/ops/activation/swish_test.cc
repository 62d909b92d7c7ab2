// Swish, SwiGLU: alphas of both signs, the dip, shapes.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::swish_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const Real& x, float alpha) {
  return (*RunOp("Swish", {{"alpha", alpha}}, {Reals({1}, {x})}))[0].tensor.real(0);
}

TEST(Swish, HasTheKnownValues) {
  EXPECT_TRUE(First(Real::Point(1), 1).contains(0.7310585786300049));
  EXPECT_FALSE(First(Real::Point(1), 1).contains(0.7312));
  EXPECT_TRUE(First(Real::Point(3), 0).contains(1.5));
  EXPECT_TRUE(First(Real::Point(1), -1).contains(0.2689414213699951));
}

TEST(Swish, DipsOnTheSideThatAlphaSays) {
  EXPECT_NEAR(First(Between(-3, 0), 1).lo, -0.2784645427610738, 1e-5);
  EXPECT_NEAR(First(Between(0, 3), -1).hi, 0.2784645427610738, 1e-5);
  EXPECT_TRUE(First(Real::Point(-kInf), 1).contains(kNaN));
  EXPECT_LT(First(Real::Point(-1e20), 1).width(), 1e-3);
}

TEST(SwiGLU, MultipliesTheGatedValue) {
  const auto y = RunOp("SwiGLU", {}, {Floats({2}, {1, 0}), Floats({2}, {2, 5})}, {.opset = 28});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1.4621171572600098));
  EXPECT_TRUE((*y)[0].tensor.real(1).contains(0));
  EXPECT_THAT(
      MessageOf(RunOp("SwiGLU", {}, {Floats({2}, {1, 0}), Floats({1}, {2})}, {.opset = 28})),
      HasSubstr("one type and shape"));
}

}  // namespace
}  // namespace assay::ops::swish_test
