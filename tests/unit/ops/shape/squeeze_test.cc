// Squeeze, Unsqueeze.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Squeeze, RemovesNamedOrAllAxesOfSizeOne) {
  const Known x = Floats({1, 2, 1}, {1, 2});
  EXPECT_EQ(ShapeOf(RunOp("Squeeze", {}, {x})), Shape{2});
  EXPECT_EQ(ShapeOf(RunOp("Squeeze", {}, {x, Ints({1}, {-1})})), (Shape{1, 2}));
  EXPECT_EQ(ShapeOf(RunOp("Squeeze", {}, {x, Ints({0}, {})})), (Shape{1, 2, 1}));
  EXPECT_EQ(ShapeOf(RunOp("Squeeze", {{"axes", std::vector<int64_t>{0}}}, {x}, {.opset = 11})),
            (Shape{2, 1}));
}

TEST(Squeeze, RefusesOtherSizes) {
  EXPECT_THAT(MessageOf(RunOp("Squeeze", {}, {Floats({1, 2}, {1, 2}), Ints({1}, {1})})),
              HasSubstr("does not have size 1"));
}

TEST(Unsqueeze, PlacesAxesInTheResult) {
  const Known x = Floats({2}, {1, 2});
  EXPECT_EQ(ShapeOf(RunOp("Unsqueeze", {}, {x, Ints({2}, {2, 0})})), (Shape{1, 2, 1}));
  EXPECT_EQ(ShapeOf(RunOp("Unsqueeze", {}, {x, Ints({1}, {-1})})), (Shape{2, 1}));
  EXPECT_EQ(ShapeOf(RunOp("Unsqueeze", {{"axes", std::vector<int64_t>{0, 1}}}, {x}, {.opset = 11})),
            (Shape{1, 1, 2}));
}

TEST(Unsqueeze, RefusesRepeatedAxes) {
  EXPECT_THAT(MessageOf(RunOp("Unsqueeze", {}, {Floats({2}, {1, 2}), Ints({2}, {0, -3})})),
              HasSubstr("twice"));
}

TEST(Unsqueeze, TakesAScalarAndNoTable) {
  // The text has a list; the standard's own functions give scalars.
  EXPECT_TRUE(RunOp("Unsqueeze", {}, {Floats({2}, {1, 2}), Ints({}, {0})}).ok());
  EXPECT_THAT(MessageOf(RunOp("Unsqueeze", {}, {Floats({2}, {1, 2}), Ints({1, 1}, {0})})),
              HasSubstr("list"));
  EXPECT_THAT(MessageOf(RunOp("Squeeze", {}, {Floats({1}, {1}), Ints({}, {0})})),
              HasSubstr("list"));
}

}  // namespace
}  // namespace assay::ops
