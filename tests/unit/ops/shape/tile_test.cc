// Tile.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Tile, RepeatsEachAxis) {
  const auto y = RunOp("Tile", {}, {Floats({2, 2}, {1, 2, 3, 4}), Ints({2}, {1, 2})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 4}));
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 1, 2, 3, 4, 3, 4));
}

TEST(Tile, NoRepeatGivesNothing) {
  EXPECT_EQ(ShapeOf(RunOp("Tile", {}, {Floats({2}, {1, 2}), Ints({1}, {0})})), Shape{0});
  EXPECT_THAT(Values(RunOp("Tile", {}, {Floats({}, {5}), Ints({0}, {})})), ElementsAre(5));
}

TEST(Tile, RefusesWrongRepeats) {
  EXPECT_THAT(MessageOf(RunOp("Tile", {}, {Floats({2}, {1, 2}), Ints({2}, {1, 2})})),
              HasSubstr("2 entries for rank 1"));
  EXPECT_THAT(MessageOf(RunOp("Tile", {}, {Floats({2}, {1, 2}), Ints({1}, {-1})})),
              HasSubstr("negative"));
  EXPECT_THAT(
      MessageOf(RunOp("Tile", {}, {Floats({2}, {1, 2}), IntRanges({1}, {Int::Point(INT64_MAX)})})),
      HasSubstr("overflows"));
  EXPECT_THAT(MessageOf(RunOp("Tile", {}, {Floats({2}, {1, 2}), Ints({1, 1}, {2})})),
              HasSubstr("must be a list"));
}

}  // namespace
}  // namespace assay::ops
