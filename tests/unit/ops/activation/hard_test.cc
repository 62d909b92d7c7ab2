// HardSigmoid, HardSwish: the pieces, their corners, NaN.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(HardSigmoid, ClipsALine) {
  const auto y =
      RunOp("HardSigmoid", {{"alpha", 0.5F}, {"beta", 0.5F}}, {Floats({4}, {-2, 0, 0.5, 2})});
  EXPECT_THAT(Values(y), ElementsAre(0, 0.5, 0.75, 1));
  // The limits are exact, the line may be computed in another order.
  EXPECT_TRUE((*y)[0].tensor.real(0).point());
  EXPECT_TRUE((*y)[0].tensor.real(3).point());
  EXPECT_FALSE((*y)[0].tensor.real(2).contains(0.75 + 8 * 0x1p-24));
  const Real nan = (*RunOp("HardSigmoid", {}, {Floats({1}, {kNaN})}))[0].tensor.real(0);
  EXPECT_TRUE(nan.contains(kNaN));
  EXPECT_TRUE(nan.contains(0));
  EXPECT_FALSE(nan.contains(2));
}

TEST(HardSwish, HasTheKnownValues) {
  const auto y = RunOp("HardSwish", {}, {Floats({5}, {-10, -1.5, 0, 1, 10})});
  const Bounded& t = (*y)[0].tensor;
  EXPECT_TRUE(t.real(0).point());
  EXPECT_TRUE(t.real(1).contains(-0.375));
  EXPECT_TRUE(t.real(3).contains(2.0 / 3));
  EXPECT_FALSE(t.real(3).contains(0.6668));
  EXPECT_TRUE(t.real(4).contains(10));
}

TEST(HardSwish, DipsAndOverflows) {
  const Real y = (*RunOp("HardSwish", {}, {Reals({1}, {Between(-3, 1)})}))[0].tensor.real(0);
  EXPECT_NEAR(y.lo, -0.375, 1e-5);
  EXPECT_TRUE((*RunOp("HardSwish", {}, {Floats({1}, {1e38})}))[0].tensor.real(0).contains(kInf));
  EXPECT_TRUE((*RunOp("HardSwish", {}, {Floats({1}, {-kInf})}))[0].tensor.real(0).contains(kNaN));
}

// HardSigmoid(0.17736816) is 0.52956…, in float16 0.5298, which makes 0.09399 of 0.09393.
TEST(HardSwish, SixteenBitsMayRoundTheLineFirst) {
  const Known x = Numbers(DType::kFloat16, {1}, {0.17736816});
  const Real y = (*RunOp("HardSwish", {}, {x}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(0.093994140625));
  EXPECT_FALSE(y.contains(0.0945));
}

TEST(HardSwish, Float64AdmitsASixthInFloat32) {
  const double x = 1.81880935;
  const Real y = (*RunOp("HardSwish", {}, {Numbers(DType::kFloat64, {1}, {x})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(x * (x * double{1.0F / 6} + 0.5)));
  EXPECT_FALSE(y.contains(y.v + 1e-7));
}

}  // namespace
}  // namespace assay::ops
