// ScatterElements, Scatter.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Attrs Reduce(const char* how) { return {{"reduction", std::string(how)}}; }

TEST(ScatterElements, ReplacesElements) {
  const auto y =
      RunOp("ScatterElements", {{"axis", int64_t{1}}},
            {Floats({1, 5}, {1, 2, 3, 4, 5}), Ints({1, 2}, {1, -2}), Floats({1, 2}, {1.5, 2.5})});
  EXPECT_THAT(Values(y), ElementsAre(1, 1.5, 3, 2.5, 5));
  EXPECT_TRUE(Exact(y));
}

TEST(ScatterElements, EitherOfTwoUpdatesMayStay) {
  const auto y =
      RunOp("ScatterElements", {}, {Floats({2}, {9, 9}), Ints({2}, {0, 0}), Floats({2}, {1, 3})});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 3);
  EXPECT_EQ((*y)[0].tensor.real(1).width(), 0);
}

TEST(ScatterElements, Reductions) {
  const std::vector<Known> inputs = {Floats({2}, {2, 5}), Ints({3}, {0, 0, 1}),
                                     Floats({3}, {3, -4, 1})};
  EXPECT_THAT(Values(RunOp("ScatterElements", Reduce("add"), inputs)), ElementsAre(1, 6));
  EXPECT_THAT(Values(RunOp("ScatterElements", Reduce("mul"), inputs)), ElementsAre(-24, 5));
  EXPECT_THAT(Values(RunOp("ScatterElements", Reduce("max"), inputs)), ElementsAre(3, 5));
  EXPECT_THAT(Values(RunOp("ScatterElements", Reduce("min"), inputs)), ElementsAre(-4, 1));
}

TEST(ScatterElements, SumsInAnyOrder) {
  // 1e8 + 1 - 1e8 in float32 is 0 or 1, depending on the order.
  const auto y = RunOp("ScatterElements", Reduce("add"),
                       {Floats({1}, {1e8}), Ints({2}, {0, 0}), Floats({2}, {1, -1e8})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1));
}

TEST(ScatterElements, UncertainIndexMayHitEither) {
  const auto y = RunOp("ScatterElements", {},
                       {Floats({3}, {1, 2, 3}), IntRanges({1}, {{0, 0, 1}}), Floats({1}, {8})});
  EXPECT_THAT(Values(y), ElementsAre(8, 2, 3));
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(1).hi, 8);
  EXPECT_EQ((*y)[0].tensor.real(2).width(), 0);
  const auto sum = RunOp("ScatterElements", Reduce("add"),
                         {Floats({2}, {1, 2}), IntRanges({1}, {{0, 0, 1}}), Floats({1}, {8})});
  EXPECT_THAT(Values(sum), ElementsAre(9, 2));
  EXPECT_EQ((*sum)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*sum)[0].tensor.real(1).hi, 10);
}

TEST(ScatterElements, EightBitSumsMaySaturateOnTheWay) {
  const auto y = RunOp(
      "ScatterElements", Reduce("add"),
      {Numbers(DType::kInt8, {1}, {127}), Ints({2}, {0, 0}), Numbers(DType::kInt8, {2}, {1, -1})});
  EXPECT_TRUE((*y)[0].tensor.integer(0).contains(127));
  EXPECT_TRUE((*y)[0].tensor.integer(0).contains(126));
}

TEST(ScatterElements, RefusesUnknownReductionsAndShapes) {
  EXPECT_THAT(MessageOf(RunOp("ScatterElements", Reduce("max"),
                              {Floats({1}, {1}), Ints({1}, {0}), Floats({1}, {1})}, {.opset = 16})),
              HasSubstr("'max'"));
  EXPECT_THAT(MessageOf(RunOp("ScatterElements", {},
                              {Floats({2}, {1, 2}), Ints({1}, {0}), Floats({2}, {1, 2})})),
              HasSubstr("differ in shape"));
  EXPECT_THAT(MessageOf(RunOp("ScatterElements", {},
                              {Floats({2}, {1, 2}), Ints({1}, {2}), Floats({1}, {1})})),
              HasSubstr("out of range"));
}

TEST(Scatter, IsTheOldName) {
  EXPECT_THAT(Values(RunOp("Scatter", {}, {Floats({2}, {1, 2}), Ints({1}, {1}), Floats({1}, {7})},
                           {.opset = 10})),
              ElementsAre(1, 7));
}

}  // namespace
}  // namespace assay::ops
