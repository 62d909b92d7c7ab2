#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

TEST(Extremes, PickAnElement) {
  const Known x = Floats({2, 2}, {1, 4, -3, 2});
  EXPECT_THAT(Values(RunOp("ReduceMax", {}, {x, Ints({1}, {-1})})), ElementsAre(4, 2));
  EXPECT_THAT(Values(RunOp("ReduceMin", {}, {x, Ints({1}, {0})})), ElementsAre(-3, 2));
  EXPECT_TRUE(Exact(RunOp("ReduceMin", {}, {x})));
}

TEST(Extremes, BooleansAreOrderedFalseFirst) {
  EXPECT_THAT(Values(RunOp("ReduceMax", {}, {Bools({2}, {0, 1})})), ElementsAre(1));
  EXPECT_THAT(Values(RunOp("ReduceMin", {}, {Bools({2}, {0, 1})})), ElementsAre(0));
}

TEST(Extremes, OfNothing) {
  const Known axis = Ints({1}, {0});
  EXPECT_THAT(Values(RunOp("ReduceMax", {}, {Floats({0, 1}, {}), axis})), ElementsAre(-kInf));
  EXPECT_THAT(Values(RunOp("ReduceMin", {}, {Floats({0, 1}, {}), axis})), ElementsAre(kInf));
  EXPECT_THAT(Values(RunOp("ReduceMax", {}, {Numbers(DType::kInt8, {0}, {}), axis})),
              ElementsAre(-128));
  EXPECT_THAT(Values(RunOp("ReduceMin", {}, {Numbers(DType::kUint8, {0}, {}), axis})),
              ElementsAre(255));
  EXPECT_THAT(Values(RunOp("ReduceMin", {}, {Bools({0}, {}), axis})), ElementsAre(1));
}

TEST(Extremes, NanMayBeKeptDroppedOrRestartTheSearch) {
  const auto y = RunOp("ReduceMax", {}, {Floats({3}, {5, kNaN, 1})});
  ASSERT_TRUE(y.ok());
  const Real max = (*y)[0].tensor.real(0);
  EXPECT_TRUE(max.contains(5));
  EXPECT_TRUE(max.contains(1));
  EXPECT_TRUE(max.contains(kNaN));
  EXPECT_FALSE(max.contains(6));
  EXPECT_EQ(Escapes("ReduceMax", {}, {Floats({3}, {5, kNaN, 1})}), "");
}

TEST(Extremes, IntervalsOverlap) {
  const auto y = RunOp("ReduceMax", {}, {Reals({2}, {Between(0, 2), Between(1, 1.5)})});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 2);
}

}  // namespace
}  // namespace assay::ops
