// Max, Min, Sum, Mean: any number of inputs, NaN, integers.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Variadic, ComputesOverAllInputsWithBroadcasting) {
  const std::vector<Known> x = {Floats({2}, {3, -1}), Floats({2, 1}, {1, 5}), Floats({}, {2})};
  EXPECT_THAT(Values(RunOp("Max", {}, x)), ElementsAre(3, 2, 5, 5));
  EXPECT_THAT(Values(RunOp("Min", {}, x)), ElementsAre(1, -1, 2, -1));
  EXPECT_THAT(Values(RunOp("Sum", {}, x)), ElementsAre(6, 2, 10, 6));
  EXPECT_THAT(Values(RunOp("Mean", {}, x)), ElementsAre(2, 2.0 / 3, 10.0 / 3, 2));
}

TEST(Variadic, OneInputPassesThrough) {
  EXPECT_THAT(Values(RunOp("Mean", {}, {Floats({1}, {0.1F})})), ElementsAre(double{0.1F}));
  EXPECT_TRUE(Exact(RunOp("Sum", {}, {Floats({1}, {0.1F})})));
}

TEST(Variadic, UnsignedSixtyFourBitsCompareUnsigned) {
  const Known huge = IntRanges({1}, {Int::Point(-1)}, DType::kUint64);  // 2^64 - 1
  EXPECT_EQ((*RunOp("Max", {}, {huge, Numbers(DType::kUint64, {1}, {5})}))[0].tensor.integer(0).v,
            -1);
  EXPECT_EQ((*RunOp("Min", {}, {huge, Numbers(DType::kUint64, {1}, {5})}))[0].tensor.integer(0).v,
            5);
}

// Which operand survives NaN depends on the order in which a library compares.
TEST(Variadic, NanGivesNanOrAnyOtherOperand) {
  const Real y =
      (*RunOp("Max", {}, {Floats({1}, {5}), Floats({1}, {kNaN}), Floats({1}, {1})}))[0].tensor.real(
          0);
  EXPECT_TRUE(y.contains(kNaN));
  EXPECT_TRUE(y.contains(5));
  EXPECT_TRUE(y.contains(1));
  EXPECT_FALSE(y.contains(6));
  const Real low =
      (*RunOp("Min", {}, {Floats({1}, {5}), Floats({1}, {1}), Floats({1}, {kNaN})}))[0].tensor.real(
          0);
  EXPECT_TRUE(low.contains(5));
}

TEST(Variadic, EmptyAndMismatchedShapes) {
  EXPECT_EQ(ShapeOf(RunOp("Max", {}, {Floats({0}, {}), Floats({1}, {1})})), (Shape{0}));
  EXPECT_THAT(MessageOf(RunOp("Sum", {}, {Floats({2}, {1, 2}), Floats({3}, {1, 2, 3})})),
              HasSubstr("do not broadcast"));
}

TEST(Variadic, TakesOneShapeBeforeOpset8) {
  for (const char* op : {"Max", "Min", "Sum", "Mean"}) {
    const std::vector<Known> inputs = {Floats({1}, {1}), Floats({}, {2})};
    EXPECT_THAT(MessageOf(RunOp(op, {}, inputs, {.opset = 7})), HasSubstr("same shape")) << op;
    EXPECT_TRUE(RunOp(op, {}, inputs, {.opset = 8}).ok()) << op;
  }
}

}  // namespace
}  // namespace assay::ops
