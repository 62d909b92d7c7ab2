#include "ops/attention/scaled_dot.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ScaledDot, CoversScalingBeforeAndAfter) {
  const Arith arith(DType::kFloat32, Rules());
  const std::vector<Real> q = {Real::Point(1), Real::Point(2)},
                          k = {Real::Point(3), Real::Point(4)};
  const Real y = ScaledDot(arith, q, k, 0.5);
  EXPECT_EQ(y.v, 5.5);
  EXPECT_LT(y.width(), 1e-4);
  Rng rng(3);
  for (int i = 0; i < 200; ++i)
    EXPECT_TRUE(y.contains(ScaledDot(Arith(DType::kFloat32, Rules(), &rng), q, k, 0.5).v));
}

TEST(ScaledDot, NegativeScaleDemandsNothing) {
  const std::vector<Real> q = {Real::Point(1)};
  EXPECT_TRUE(ScaledDot(Arith(DType::kFloat32, Rules()), q, q, -1).undetermined());
}

TEST(HeadView, ReadsPackedAndSplitForms) {
  const Known packed = Floats({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}),
              split = Floats({1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7});
  for (int64_t head = 0; head < 2; ++head)
    for (int64_t t = 0; t < 2; ++t)
      EXPECT_EQ(HeadView::Of(packed.tensor, 2).Row(0, head, t)[1].v,
                HeadView::Of(split.tensor, 2).Row(0, head, t)[1].v);
}

TEST(Coarser, TakesTheLargerUnit) {
  EXPECT_EQ(Coarser(DType::kFloat16, DType::kBfloat16), DType::kBfloat16);
  EXPECT_EQ(Coarser(DType::kFloat32, DType::kFloat64), DType::kFloat32);
}

}  // namespace
}  // namespace assay::ops
