// NonZero.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NonZero, ListsIndicesColumnwise) {
  const auto y = RunOp("NonZero", {}, {Floats({2, 2}, {1, 0, kNaN, 4})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 3}));
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 1, 0, 0, 1));
}

TEST(NonZero, OfAScalarHasNoRows) {
  EXPECT_EQ(ShapeOf(RunOp("NonZero", {}, {Floats({}, {5})})), (Shape{0, 1}));
}

TEST(NonZero, BoundsMustExcludeZero) {
  EXPECT_EQ(ShapeOf(RunOp("NonZero", {}, {Reals({1}, {Between(0.5, 1)})})), (Shape{1, 1}));
  EXPECT_TRUE(IsUndetermined(RunOp("NonZero", {}, {Reals({1}, {Between(-0.5, 1)})})));
}

}  // namespace
}  // namespace assay::ops
