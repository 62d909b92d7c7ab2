// Expand.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Expand, BroadcastsBothWays) {
  const auto y = RunOp("Expand", {}, {Floats({2, 1}, {1, 2}), Ints({3}, {2, 1, 2})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(1, 1, 2, 2, 1, 1, 2, 2));
}

TEST(Expand, ShorterShapeLeavesTheInput) {
  EXPECT_THAT(Values(RunOp("Expand", {}, {Floats({2, 2}, {1, 2, 3, 4}), Ints({1}, {1})})),
              ElementsAre(1, 2, 3, 4));
}

TEST(Expand, ToNothing) {
  EXPECT_EQ(ShapeOf(RunOp("Expand", {}, {Floats({1}, {1}), Ints({1}, {0})})), Shape{0});
}

TEST(Expand, RefusesSizesThatDoNotBroadcast) {
  EXPECT_THAT(MessageOf(RunOp("Expand", {}, {Floats({2}, {1, 2}), Ints({1}, {3})})),
              HasSubstr("do not broadcast"));
  EXPECT_THAT(MessageOf(RunOp("Expand", {}, {Floats({1}, {1}), Ints({1}, {1e12})})),
              HasSubstr("too large"));
}

}  // namespace
}  // namespace assay::ops
