#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(Sums, SmallIntegersInFloatsAreExact) {
  const Known x = Floats({4}, {1, -2, 3, -4});
  EXPECT_THAT(Values(RunOp("ReduceSum", {}, {x})), ElementsAre(-2));
  EXPECT_TRUE(Exact(RunOp("ReduceSum", {}, {x})));
  EXPECT_THAT(Values(RunOp("ReduceL1", {}, {x})), ElementsAre(10));
  EXPECT_THAT(Values(RunOp("ReduceSumSquare", {}, {x})), ElementsAre(30));
  EXPECT_THAT(Values(RunOp("ReduceMean", {}, {x})), ElementsAre(-0.5));
  EXPECT_THAT(Values(RunOp("ReduceL2", {}, {Floats({2}, {3, 4})})), ElementsAre(5));
}

TEST(Sums, EmptySums) {
  const Known none = Floats({2, 0}, {});
  const Known axis = Ints({1}, {1});
  EXPECT_THAT(Values(RunOp("ReduceSum", {}, {none, axis})), ElementsAre(0, 0));
  EXPECT_THAT(Values(RunOp("ReduceL2", {}, {none, axis})), ElementsAre(0, 0));
  const auto mean = RunOp("ReduceMean", {}, {none, axis});
  ASSERT_TRUE(mean.ok());
  EXPECT_TRUE((*mean)[0].tensor.real(0).undetermined());
  EXPECT_TRUE((*mean)[0].tensor.real(0).contains(kNaN));
}

TEST(Sums, IntegerMeansTruncateAndSumsWrap) {
  EXPECT_THAT(Values(RunOp("ReduceMean", {}, {Numbers(DType::kInt32, {2}, {-3, -4})})),
              ElementsAre(-3));
  EXPECT_THAT(Values(RunOp("ReduceSum", {}, {Numbers(DType::kInt32, {2}, {2147483647, 1})})),
              ElementsAre(-2147483648.0));
  EXPECT_THAT(Values(RunOp("ReduceL1", {}, {Numbers(DType::kInt64, {2}, {-3, 4})})),
              ElementsAre(7));
  const auto overflow = RunOp("ReduceMean", {}, {Numbers(DType::kInt32, {2}, {2147483647, 1})});
  EXPECT_FALSE(Exact(overflow));
}

TEST(Sums, IntegerRootsRoundEitherWay) {
  EXPECT_TRUE(Exact(RunOp("ReduceL2", {}, {Numbers(DType::kInt32, {2}, {3, 4})})));
  const auto root = RunOp("ReduceL2", {}, {Numbers(DType::kInt32, {2}, {1, 1})});
  ASSERT_TRUE(root.ok());
  EXPECT_EQ((*root)[0].tensor.integer(0).lo, 1);
  EXPECT_EQ((*root)[0].tensor.integer(0).hi, 2);
}

TEST(Sums, NanAndInfinity) {
  const auto nan = RunOp("ReduceSum", {}, {Floats({2}, {kNaN, 1})});
  EXPECT_EQ((*nan)[0].tensor.real(0).nan, Nan::kMust);
  const auto infinite = RunOp("ReduceSumSquare", {}, {Floats({2}, {-kInf, 1})});
  EXPECT_EQ((*infinite)[0].tensor.real(0).lo, kInf);
}

TEST(Sums, TheAdversaryStaysInside) {
  Rng rng(5);
  for (const DType type : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
    for (const char* op : {"ReduceSum", "ReduceMean", "ReduceL1", "ReduceL2", "ReduceSumSquare"})
      EXPECT_EQ(Escapes(op, {}, {Normals(rng, type, {3, 40}), Ints({1}, {1})}), "")
          << op << " " << DTypeName(type);
}

TEST(Sums, BoundsAreTight) {
  Rng rng(5);
  EXPECT_LT(RelativeWidth(RunOp("ReduceL2", {}, {Normals(rng, DType::kFloat32, {50})})), 1e-5);
}

}  // namespace
}  // namespace assay::ops
