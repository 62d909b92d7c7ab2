// ArgMax, ArgMin, Hardmax.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Table() { return Floats({2, 3}, {2, 7, 7, 1, 0, 0}); }

TEST(ArgMax, FirstOrLast) {
  EXPECT_THAT(Values(RunOp("ArgMax", {{"axis", int64_t{1}}}, {Table()})), ElementsAre(1, 0));
  EXPECT_THAT(
      Values(RunOp(
          "ArgMax",
          {{"axis", int64_t{-1}}, {"select_last_index", int64_t{1}}, {"keepdims", int64_t{0}}},
          {Table()})),
      ElementsAre(2, 0));
  EXPECT_THAT(Values(RunOp("ArgMin", {{"axis", int64_t{1}}}, {Table()})), ElementsAre(0, 1));
  EXPECT_EQ(ShapeOf(RunOp("ArgMin", {}, {Table()})), (Shape{1, 3}));
}

TEST(ArgMax, UncertainComparison) {
  const auto y =
      RunOp("ArgMax", {},
            {Reals({4}, {Real::Point(0), Between(1, 2), Real::Point(-1), Between(1.9, 2.5)})});
  EXPECT_EQ((*y)[0].tensor.integer(0).v, 3);
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, 3);
}

TEST(ArgMax, NanAdmitsAnyIndex) {
  const auto y = RunOp("ArgMax", {}, {Floats({3}, {1, kNaN, 2})});
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, 0);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, 2);
}

TEST(ArgMax, RefusesAnEmptyAxis) {
  EXPECT_THAT(MessageOf(RunOp("ArgMax", {{"axis", int64_t{1}}}, {Floats({2, 0}, {})})),
              HasSubstr("no index"));
  EXPECT_EQ(ShapeOf(RunOp("ArgMax", {{"axis", int64_t{1}}}, {Floats({0, 2}, {})})), (Shape{0, 1}));
}

TEST(Hardmax, OneAtTheFirstMaximum) {
  EXPECT_THAT(Values(RunOp("Hardmax", {}, {Table()})), ElementsAre(0, 1, 0, 1, 0, 0));
  // Before opset 13 everything from the axis on is one row.
  EXPECT_THAT(Values(RunOp("Hardmax", {{"axis", int64_t{0}}}, {Table()}, {.opset = 11})),
              ElementsAre(0, 1, 0, 0, 0, 0));
}

TEST(Hardmax, UncertainMaximum) {
  const auto y =
      RunOp("Hardmax", {}, {Reals({3}, {Between(1, 2), Between(1.5, 3), Real::Point(0)})});
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 1);
  EXPECT_EQ((*y)[0].tensor.real(1).lo, 0);
  EXPECT_EQ((*y)[0].tensor.real(2).hi, 0);
}

}  // namespace
}  // namespace assay::ops
