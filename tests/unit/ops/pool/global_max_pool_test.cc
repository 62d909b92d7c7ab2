#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

TEST(GlobalMaxPool, LargestOfAll) {
  const auto y = RunOp("GlobalMaxPool", {}, {Floats({1, 2, 3}, {1, 3, 2, -1, -3, -2})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 2, 1}));
  EXPECT_THAT(Values(y), testing::ElementsAre(3, -1));
  EXPECT_TRUE(Exact(y));
}

TEST(GlobalMaxPool, NothingToLookAt) {
  const auto y = RunOp("GlobalMaxPool", {}, {Floats({1, 1, 0}, {})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).undetermined());
}

}  // namespace
}  // namespace assay::ops
