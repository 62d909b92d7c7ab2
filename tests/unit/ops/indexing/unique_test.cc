// Unique.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Unique, SortedOrByFirstOccurrence) {
  const Known x = Floats({6}, {2, 1, 1, 3, 4, 3});
  const auto sorted = RunOp("Unique", {}, {x}, {.outputs = 4});
  EXPECT_THAT(Values(sorted, 0), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Values(sorted, 1), ElementsAre(1, 0, 3, 4));
  EXPECT_THAT(Values(sorted, 2), ElementsAre(1, 0, 0, 2, 3, 2));
  EXPECT_THAT(Values(sorted, 3), ElementsAre(2, 1, 2, 1));
  const auto found = RunOp("Unique", {{"sorted", int64_t{0}}}, {x}, {.outputs = 4});
  EXPECT_THAT(Values(found, 0), ElementsAre(2, 1, 3, 4));
  EXPECT_THAT(Values(found, 2), ElementsAre(0, 1, 1, 2, 3, 2));
}

TEST(Unique, SlicesAlongAnAxis) {
  const auto y =
      RunOp("Unique", {{"axis", int64_t{-2}}}, {Ints({3, 2}, {2, 3, 1, 0, 2, 3})}, {.outputs = 4});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y, 0), ElementsAre(1, 0, 2, 3));
  EXPECT_THAT(Values(y, 3), ElementsAre(1, 2));
}

TEST(Unique, OfNothing) { EXPECT_EQ(ShapeOf(RunOp("Unique", {}, {Floats({0}, {})})), Shape{0}); }

TEST(Unique, NeedsCertainElements) {
  EXPECT_TRUE(IsUndetermined(RunOp("Unique", {}, {Reals({1}, {Between(1, 2)})})));
  EXPECT_TRUE(IsUndetermined(RunOp("Unique", {}, {Floats({1}, {kNaN})})));
}

}  // namespace
}  // namespace assay::ops
