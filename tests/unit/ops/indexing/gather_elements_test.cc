// GatherElements.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(GatherElements, ReplacesOneCoordinate) {
  const Known data = Floats({2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(
      Values(RunOp("GatherElements", {{"axis", int64_t{1}}}, {data, Ints({2, 2}, {0, 0, 1, 0})})),
      ElementsAre(1, 1, 4, 3));
  EXPECT_THAT(Values(RunOp("GatherElements", {}, {data, Ints({1, 2}, {-1, 0})})),
              ElementsAre(3, 2));
}

TEST(GatherElements, OfNothing) {
  EXPECT_EQ(ShapeOf(RunOp("GatherElements", {}, {Floats({2, 2}, {1, 2, 3, 4}), Ints({0, 2}, {})})),
            (Shape{0, 2}));
}

TEST(GatherElements, RefusesLargerIndices) {
  EXPECT_THAT(
      MessageOf(RunOp("GatherElements", {}, {Floats({2, 1}, {1, 2}), Ints({1, 2}, {0, 0})})),
      HasSubstr("exceed"));
  EXPECT_THAT(MessageOf(RunOp("GatherElements", {}, {Floats({2}, {1, 2}), Ints({1}, {2})})),
              HasSubstr("out of range"));
}

}  // namespace
}  // namespace assay::ops
