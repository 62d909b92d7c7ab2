// Flatten.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Flatten, SplitsTheAxesAtOnePlace) {
  const Known x = Floats({2, 1, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(ShapeOf(RunOp("Flatten", {}, {x})), (Shape{2, 3}));
  EXPECT_EQ(ShapeOf(RunOp("Flatten", {{"axis", int64_t{0}}}, {x})), (Shape{1, 6}));
  EXPECT_EQ(ShapeOf(RunOp("Flatten", {{"axis", int64_t{3}}}, {x})), (Shape{6, 1}));
  EXPECT_EQ(ShapeOf(RunOp("Flatten", {{"axis", int64_t{-1}}}, {x})), (Shape{2, 3}));
}

TEST(Flatten, OfNothing) {
  EXPECT_EQ(ShapeOf(RunOp("Flatten", {}, {Floats({2, 0}, {})})), (Shape{2, 0}));
}

TEST(Flatten, RefusesAxesOutside) {
  EXPECT_THAT(MessageOf(RunOp("Flatten", {{"axis", int64_t{3}}}, {Floats({1, 1}, {1})})),
              HasSubstr("axis 3"));
}

}  // namespace
}  // namespace assay::ops
