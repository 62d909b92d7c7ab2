// TopK.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known K(double k) { return Ints({1}, {k}); }

TEST(TopK, LargestAndSmallest) {
  const Known x = Floats({2, 4}, {3, 1, 4, 4, 9, 8, 7, 6});
  const auto y = RunOp("TopK", {}, {x, K(3)}, {.outputs = 2});
  EXPECT_THAT(Values(y, 0), ElementsAre(4, 4, 3, 9, 8, 7));
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 3, 0, 0, 1, 2));
  const auto least =
      RunOp("TopK", {{"axis", int64_t{0}}, {"largest", int64_t{0}}}, {x, K(1)}, {.outputs = 2});
  EXPECT_THAT(Values(least, 0), ElementsAre(3, 1, 4, 4));
  EXPECT_THAT(Values(least, 1), ElementsAre(0, 0, 0, 0));
}

TEST(TopK, OverlappingBounds) {
  const auto y =
      RunOp("TopK", {}, {Reals({3}, {Between(1, 2), Between(1.5, 3), Real::Point(0)}), K(2)},
            {.outputs = 2});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1.5);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 3);
  EXPECT_EQ((*y)[0].tensor.real(1).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(1).hi, 2);
  EXPECT_EQ((*y)[1].tensor.integer(0).v, 1);
  EXPECT_EQ((*y)[1].tensor.integer(0).lo, 0);
  EXPECT_EQ((*y)[1].tensor.integer(0).hi, 1);
}

TEST(TopK, SmallestWithBounds) {
  const auto y = RunOp("TopK", {{"largest", int64_t{0}}},
                       {Reals({2}, {Between(1, 4), Between(2, 3)}), K(1)}, {.outputs = 2});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 3);
}

TEST(TopK, UnsortedResultsMayStandAnywhere) {
  const auto y =
      RunOp("TopK", {{"sorted", int64_t{0}}}, {Floats({3}, {1, 5, 3}), K(2)}, {.outputs = 2});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 3);
  EXPECT_EQ((*y)[0].tensor.real(1).hi, 5);
  EXPECT_EQ((*y)[1].tensor.integer(0).lo, 1);
  EXPECT_EQ((*y)[1].tensor.integer(0).hi, 2);
}

TEST(TopK, NanMayStandAnywhere) {
  const auto y = RunOp("TopK", {}, {Floats({3}, {1, kNaN, 2}), K(1)}, {.outputs = 2});
  EXPECT_EQ((*y)[0].tensor.real(0).nan, Nan::kMay);
  EXPECT_EQ((*y)[1].tensor.integer(0).hi, 2);
}

TEST(TopK, RefusesTooMany) {
  EXPECT_THAT(MessageOf(RunOp("TopK", {}, {Floats({2}, {1, 2}), K(3)}, {.outputs = 2})),
              HasSubstr("K = "));
}

}  // namespace
}  // namespace assay::ops
