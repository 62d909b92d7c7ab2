#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Col2Im, OverlapsAddUp) {
  // Blocks of 1x2 at three positions of a 1x4 image.
  const auto y =
      RunOp("Col2Im", {},
            {Floats({1, 2, 3}, {1, 2, 3, 10, 20, 30}), Ints({2}, {1, 4}), Ints({2}, {1, 2})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 1, 1, 4}));
  EXPECT_THAT(Values(y), ElementsAre(1, 12, 23, 30));
}

TEST(Col2Im, WrongNumberOfColumns) {
  EXPECT_THAT(
      MessageOf(RunOp("Col2Im", {},
                      {Floats({1, 2, 2}, {1, 2, 3, 4}), Ints({2}, {1, 4}), Ints({2}, {1, 2})})),
      HasSubstr("3 positions"));
  EXPECT_FALSE(RunOp("Col2Im", {},
                     {Floats({1, 2, 3}, {1, 2, 3, 4, 5, 6}), Ints({2}, {1, -4}), Ints({2}, {1, 2})})
                   .ok());
}

}  // namespace
}  // namespace assay::ops
