// Bitwise operators and shifts: signs, widths, opset rules.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Attrs Direction(const char* text) { return {{"direction", std::string(text)}}; }

TEST(Bitwise, WorksOnTheBits) {
  EXPECT_THAT(Values(RunOp("BitwiseAnd", {}, {Ints({2}, {12, -1}), Ints({2}, {10, 7})})),
              ElementsAre(8, 7));
  EXPECT_THAT(Values(RunOp("BitwiseOr", {}, {Ints({1}, {12}), Ints({1}, {10})})), ElementsAre(14));
  EXPECT_THAT(Values(RunOp("BitwiseXor", {}, {Ints({1}, {12}), Ints({1}, {10})})), ElementsAre(6));
  EXPECT_THAT(Values(RunOp("BitwiseNot", {}, {Numbers(DType::kUint8, {2}, {0, 200})})),
              ElementsAre(255, 55));
  EXPECT_THAT(Values(RunOp("BitwiseNot", {}, {Numbers(DType::kInt8, {1}, {5})})), ElementsAre(-6));
}

TEST(BitShift, ShiftsBothWays) {
  EXPECT_THAT(
      Values(RunOp("BitShift", Direction("RIGHT"),
                   {Numbers(DType::kUint8, {2}, {1, 4}), Numbers(DType::kUint8, {2}, {1, 1})})),
      ElementsAre(0, 2));
  EXPECT_THAT(
      Values(RunOp("BitShift", Direction("LEFT"),
                   {Numbers(DType::kUint8, {2}, {1, 200}), Numbers(DType::kUint8, {2}, {2, 1})})),
      ElementsAre(4, 144));
}

TEST(BitShift, SignsAndWideAmountsAreDefinedFromOpset28) {
  const std::vector<Known> x = {Numbers(DType::kInt8, {3}, {-4, -4, 4}),
                                Numbers(DType::kInt8, {3}, {1, 9, 9})};
  EXPECT_THAT(Values(RunOp("BitShift", Direction("RIGHT"), x, {.opset = 28})),
              ElementsAre(-2, -1, 0));
  EXPECT_THAT(Values(RunOp("BitShift", Direction("LEFT"), x, {.opset = 28})),
              ElementsAre(-8, 0, 0));
  EXPECT_FALSE(Exact(RunOp("BitShift", Direction("LEFT"),
                           {Numbers(DType::kUint8, {1}, {1}), Numbers(DType::kUint8, {1}, {8})})));
}

TEST(BitShift, RefusesOtherDirections) {
  EXPECT_THAT(
      MessageOf(RunOp("BitShift", Direction("UP"),
                      {Numbers(DType::kUint8, {1}, {1}), Numbers(DType::kUint8, {1}, {1})})),
      HasSubstr("must be LEFT or RIGHT"));
}

}  // namespace
}  // namespace assay::ops
