#include "ops/reduce/reduce.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReducePlan, ListsTheElementsThatMeet) {
  const ReducePlan plan = PlanReduction({2, 3}, {0}, false);
  EXPECT_EQ(plan.out, Shape({3}));
  EXPECT_THAT(plan.base, ElementsAre(0, 1, 2));
  EXPECT_THAT(plan.inner, ElementsAre(0, 3));
}

TEST(ReducePlan, AnEmptyAxisLeavesRowsOfNothing) {
  const ReducePlan plan = PlanReduction({2, 0}, {1}, true);
  EXPECT_EQ(plan.out, Shape({2, 1}));
  EXPECT_EQ(plan.base.size(), 2u);
  EXPECT_TRUE(plan.inner.empty());
}

TEST(Reduce, AxesAreAnAttributeThenAnInput) {
  const Known x = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(
      Values(RunOp("ReduceSum", {{"axes", std::vector<int64_t>{-1}}, {"keepdims", int64_t{0}}}, {x},
                   {.opset = 11})),
      ElementsAre(6, 15));
  const auto y = RunOp("ReduceSum", {}, {x, Ints({1}, {0})});
  EXPECT_THAT(Values(y), ElementsAre(5, 7, 9));
  EXPECT_EQ(ShapeOf(y), Shape({1, 3}));
  EXPECT_THAT(Values(RunOp("ReduceMax", {{"axes", std::vector<int64_t>{0}}}, {x}, {.opset = 13})),
              ElementsAre(4, 5, 6));
}

TEST(Reduce, WithoutAxesAllOrNoneAreReduced) {
  const Known x = Floats({2}, {3, 4});
  EXPECT_EQ(ShapeOf(RunOp("ReduceSum", {{"keepdims", int64_t{0}}}, {x})), Shape());
  EXPECT_THAT(Values(RunOp("ReduceSum", {{"noop_with_empty_axes", int64_t{1}}}, {x})),
              ElementsAre(3, 4));
  EXPECT_THAT(
      Values(RunOp("ReduceSumSquare", {{"noop_with_empty_axes", int64_t{1}}}, {x, Ints({0}, {})})),
      ElementsAre(9, 16));
}

TEST(Reduce, RefusesAxesThatDoNotExistOrRepeat) {
  const Known x = Floats({2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(MessageOf(RunOp("ReduceSum", {}, {x, Ints({1}, {2})})),
              HasSubstr("axis 2 is out of range for rank 2"));
  EXPECT_THAT(MessageOf(RunOp("ReduceSum", {}, {x, Ints({2}, {1, -1})})),
              HasSubstr("name axis 1 twice"));
  EXPECT_THAT(MessageOf(RunOp("ReduceSum", {}, {x, Ints({1, 1}, {1})})),
              HasSubstr("axes must be a list"));
}

TEST(Reduce, RefusesFlagsThatAreNeitherZeroNorOne) {
  const Known x = Floats({2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(MessageOf(RunOp("ReduceSum", {{"keepdims", int64_t{2}}}, {x})),
              HasSubstr("'keepdims' is 2, not 0 or 1"));
  EXPECT_THAT(MessageOf(RunOp("ReduceSum", {{"noop_with_empty_axes", int64_t{-1}}}, {x})),
              HasSubstr("'noop_with_empty_axes' is -1, not 0 or 1"));
}

TEST(Reduce, AxesThatDependOnRoundingLeaveItUndetermined) {
  EXPECT_TRUE(IsUndetermined(
      RunOp("ReduceSum", {}, {Floats({2, 2}, {1, 2, 3, 4}), IntRanges({1}, {Int{0, 0, 1}})})));
}

TEST(SumNonNegative, KeepsTheLowerEndWhenASumMayOverflow) {
  const Arith arith(DType::kFloat16, Rules());
  const std::vector<Real> terms = {Real::Point(60000), Real::Point(60000)};
  const Real sum = SumNonNegative(arith, terms);
  EXPECT_GT(sum.lo, 119000);
  EXPECT_EQ(sum.hi, kInf);
  EXPECT_EQ(sum.nan, Nan::kNever);
}

}  // namespace
}  // namespace assay::ops
