// Gather.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Matrix() { return Floats({2, 3}, {1, 2, 3, 4, 5, 6}); }

TEST(Gather, PicksSlices) {
  const auto y = RunOp("Gather", {{"axis", int64_t{1}}}, {Matrix(), Ints({2}, {-1, 0})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(3, 1, 6, 4));
}

TEST(Gather, ScalarIndexRemovesTheAxis) {
  const auto y = RunOp("Gather", {}, {Matrix(), Ints({}, {1})});
  EXPECT_EQ(ShapeOf(y), Shape{3});
  EXPECT_THAT(Values(y), ElementsAre(4, 5, 6));
}

TEST(Gather, UncertainIndexGivesTheHull) {
  const auto y = RunOp("Gather", {}, {Floats({4}, {10, 30, 20, 90}), IntRanges({1}, {{1, 0, 2}})});
  const Real r = (*y)[0].tensor.real(0);
  EXPECT_EQ(r.v, 30);
  EXPECT_EQ(r.lo, 10);
  EXPECT_EQ(r.hi, 30);
  // Only what is in range counts.
  EXPECT_EQ((*RunOp("Gather", {}, {Floats({2}, {1, 2}), IntRanges({1}, {{1, 1, 5}})}))[0]
                .tensor.real(0)
                .lo,
            2);
}

TEST(Gather, UncertainUnsignedResultIsOpen) {
  const auto y =
      RunOp("Gather", {}, {Numbers(DType::kUint64, {2}, {1, 1.8e19}), IntRanges({1}, {{0, 0, 1}})});
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, INT64_MIN);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, INT64_MAX);
}

TEST(Gather, RefusesIndicesOutside) {
  EXPECT_THAT(MessageOf(RunOp("Gather", {}, {Matrix(), Ints({1}, {2})})),
              HasSubstr("index 2 is out of range"));
  EXPECT_THAT(MessageOf(RunOp("Gather", {}, {Matrix(), Ints({1}, {-1})}, {.opset = 10})),
              HasSubstr("index -1"));
  EXPECT_THAT(MessageOf(RunOp("Gather", {}, {Floats({0}, {}), Ints({1}, {0})})),
              HasSubstr("size 0"));
}

}  // namespace
}  // namespace assay::ops
