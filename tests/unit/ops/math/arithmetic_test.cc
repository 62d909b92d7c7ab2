// Add, Sub, Mul, Div: values, broadcasting, same operands, integer overflow and division.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Arithmetic, BroadcastsAndComputes) {
  const auto sum = RunOp("Add", {}, {Floats({2, 1}, {1, 2}), Floats({2}, {10, 20})});
  EXPECT_THAT(Values(sum), ElementsAre(11, 21, 12, 22));
  EXPECT_EQ(ShapeOf(sum), (Shape{2, 2}));
  EXPECT_TRUE(Exact(sum));
  EXPECT_THAT(Values(RunOp("Div", {}, {Ints({4}, {7, -7, 7, -7}), Ints({4}, {2, 2, -2, -2})})),
              ElementsAre(3, -3, -3, 3));
}

TEST(Arithmetic, KnowsThatBothOperandsAreTheSame) {
  // The helper gives every input a value of its own, so the node is built by hand here.
  const Node node{.op = "Sub", .inputs = {0, 0}, .outputs = {1}};
  const std::vector<Known> inputs(2, Reals({1}, {Between(1, 2)}));
  Rng random(1);
  const Rules rules;
  const auto difference =
      FindOp("", "Sub")->evaluate(EvalCall(node, 21, inputs, rules, nullptr, random, nullptr));
  ASSERT_TRUE(difference.ok());
  EXPECT_TRUE((*difference)[0].tensor.exact());
  EXPECT_EQ((*difference)[0].tensor.real(0).v, 0);
}

TEST(Arithmetic, IntegerOverflowWrapsOrSaturatesInEightBits) {
  const auto sum =
      RunOp("Add", {}, {Numbers(DType::kInt8, {1}, {100}), Numbers(DType::kInt8, {1}, {100})});
  const Int y = (*sum)[0].tensor.integer(0);
  EXPECT_TRUE(y.contains(-56));
  EXPECT_TRUE(y.contains(127));
  const auto wide = RunOp(
      "Add", {}, {Numbers(DType::kInt32, {1}, {2147483647}), Numbers(DType::kInt32, {1}, {1})});
  EXPECT_THAT(Values(wide), ElementsAre(-2147483648.0));
  EXPECT_TRUE(Exact(wide));
}

TEST(Arithmetic, ZeroSizedAndMismatchedShapes) {
  EXPECT_EQ(ShapeOf(RunOp("Mul", {}, {Floats({0, 3}, {}), Floats({3}, {1, 2, 3})})), (Shape{0, 3}));
  EXPECT_THAT(MessageOf(RunOp("Mul", {}, {Floats({2}, {1, 2}), Floats({3}, {1, 2, 3})})),
              HasSubstr("do not broadcast"));
}

// An error of the target is as good an answer as a number, so no part of the result is judged.
TEST(Arithmetic, IntegerDivisionByZeroIsOpenAsAWhole) {
  EXPECT_TRUE(IsUndetermined(RunOp("Div", {}, {Ints({2}, {1, 4}), Ints({2}, {0, 2})})));
  EXPECT_TRUE(IsUndetermined(
      RunOp("Div", {},
            {Numbers(DType::kInt32, {1}, {-2147483648.0}), Numbers(DType::kInt32, {1}, {-1})})));
  EXPECT_TRUE(IsUndetermined(RunOp("Div", {}, {Ints({1}, {1}), IntRanges({1}, {Int{1, 0, 1}})})));
  EXPECT_TRUE(IsUndetermined(RunOp("Div", {}, {Ints({0}, {}), Ints({1}, {0})})));
  EXPECT_TRUE(RunOp("Div", {}, {Floats({1}, {1}), Floats({1}, {0})}).ok());
}

}  // namespace
}  // namespace assay::ops
