#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MatMul, SmallMatrices) {
  const auto y = RunOp("MatMul", {}, {Floats({2, 2}, {1, 2, 3, 4}), Floats({2, 2}, {5, 6, 7, 8})});
  EXPECT_THAT(Values(y), ElementsAre(19, 22, 43, 50));
  EXPECT_TRUE(Exact(y));
}

TEST(MatMul, VectorsLoseTheirAxis) {
  EXPECT_EQ(ShapeOf(RunOp("MatMul", {}, {Floats({2}, {1, 2}), Floats({2}, {3, 4})})), Shape{});
  EXPECT_EQ(
      ShapeOf(RunOp("MatMul", {}, {Floats({2}, {1, 2}), Floats({3, 2, 1}, {1, 2, 3, 4, 5, 6})})),
      (Shape{3, 1}));
  EXPECT_EQ(
      ShapeOf(RunOp("MatMul", {}, {Floats({3, 1, 2}, {1, 2, 3, 4, 5, 6}), Floats({2}, {1, 1})})),
      (Shape{3, 1}));
}

TEST(MatMul, BroadcastsLeadingAxes) {
  const auto y = RunOp("MatMul", {},
                       {Floats({2, 1, 1, 2}, {1, 2, 3, 4}), Floats({3, 2, 1}, {1, 0, 0, 1, 1, 1})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 3, 1, 1}));
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 3, 3, 4, 7));
}

TEST(MatMul, NoTermsGiveZeros) {
  const auto y = RunOp("MatMul", {}, {Floats({2, 0}, {}), Floats({0, 2}, {})});
  EXPECT_THAT(Values(y), ElementsAre(0, 0, 0, 0));
}

TEST(MatMul, IntegersWrap) {
  const auto y =
      RunOp("MatMul", {},
            {Numbers(DType::kInt32, {1, 1}, {65536}), Numbers(DType::kInt32, {1, 1}, {65536})});
  EXPECT_THAT(Values(y), ElementsAre(0));
}

TEST(MatMul, RejectsInnerSizes) {
  EXPECT_THAT(
      MessageOf(RunOp("MatMul", {}, {Floats({2, 2}, {1, 2, 3, 4}), Floats({3, 1}, {1, 2, 3})})),
      HasSubstr("inner sizes 2 and 3"));
}

}  // namespace
}  // namespace assay::ops
