#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

Attrs Kernel(std::vector<int64_t> kernel) { return {{"kernel_shape", std::move(kernel)}}; }

TEST(MaxPool, ValuesAndIndices) {
  const auto y =
      RunOp("MaxPool", Kernel({2, 2}), {Floats({1, 1, 2, 3}, {1, 5, 2, 4, 3, 6})}, {.outputs = 2});
  EXPECT_THAT(Values(y), ElementsAre(5, 6));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 5));
  EXPECT_TRUE(Exact(y, 1));
}

TEST(MaxPool, ColumnMajorIndicesCountThePlane) {
  Attrs attrs = Kernel({2, 2});
  attrs.Set("storage_order", int64_t{1});
  const auto y =
      RunOp("MaxPool", attrs, {Floats({1, 2, 2, 3}, {1, 5, 2, 4, 3, 6, 1, 5, 2, 4, 3, 6})},
            {.outputs = 2});
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 5, 8, 11));  // row 0, column 1 is 0 + 1 * 2
}

TEST(MaxPool, TiesAndOverlapsLeaveTheIndexOpen) {
  const auto tie = RunOp("MaxPool", Kernel({2}), {Floats({1, 1, 2}, {3, 3})}, {.outputs = 2});
  ASSERT_TRUE(tie.ok());
  EXPECT_EQ((*tie)[1].tensor.integer(0).lo, 0);
  EXPECT_EQ((*tie)[1].tensor.integer(0).hi, 1);
  const auto y = RunOp("MaxPool", Kernel({2}), {Reals({1, 1, 2}, {Between(0, 2), Between(1, 3)})});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 3);
}

TEST(MaxPool, NanMayBeDropped) {
  const auto y =
      RunOp("MaxPool", Kernel({2}), {Reals({1, 1, 2}, {Real::MustNan(), Real::Point(1)})});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).nan, Nan::kMay);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1));
}

TEST(MaxPool, PaddingDoesNotCount) {
  Attrs attrs = Kernel({3});
  attrs.Set("pads", std::vector<int64_t>{2, 0});
  EXPECT_THAT(Values(RunOp("MaxPool", attrs, {Floats({1, 1, 2}, {-5, -7})})), ElementsAre(-5, -5));
  attrs.Set("pads", std::vector<int64_t>{3, 0});  // the first window holds padding only
  const auto y = RunOp("MaxPool", attrs, {Floats({1, 1, 2}, {-5, -7})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).undetermined());
  EXPECT_EQ((*y)[0].tensor.real(1).v, -5);
}

TEST(MaxPool, SmallIntegers) {
  EXPECT_THAT(
      Values(RunOp("MaxPool", Kernel({2}), {Numbers(DType::kInt8, {1, 1, 3}, {-3, -1, -2})})),
      ElementsAre(-1, -1));
}

}  // namespace
}  // namespace assay::ops
