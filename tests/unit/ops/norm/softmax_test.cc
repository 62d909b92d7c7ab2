#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Softmax, AlongTheLastAxis) {
  const auto y = RunOp("Softmax", {}, {Floats({2, 2}, {0, 0, 0, std::log(3)})});
  EXPECT_THAT(Values(y), ElementsAre(0.5, 0.5, DoubleNear(0.25, 1e-7), DoubleNear(0.75, 1e-7)));
}

TEST(Softmax, OldOpsetsFlattenTheTrailingAxes) {
  const Known x = Floats({1, 2, 2}, {0, 0, 0, 0});
  EXPECT_THAT(Values(RunOp("Softmax", {}, {x}, {.opset = 11})),
              testing::Each(DoubleNear(0.25, 1e-15)));
  EXPECT_THAT(Values(RunOp("Softmax", {{"axis", int64_t{1}}}, {x})),
              ElementsAre(0.5, 0.5, 0.5, 0.5));
}

TEST(Softmax, OfNothing) {
  EXPECT_EQ(ShapeOf(RunOp("Softmax", {}, {Floats({2, 0}, {})})), Shape({2, 0}));
}

TEST(Softmax, ASpoiltRowIsOpen) {
  const auto y = RunOp("Softmax", {}, {Floats({2, 2}, {kNaN, 0, 1, 1})});
  EXPECT_EQ((*y)[0].tensor.real(0).nan, Nan::kMust);
  EXPECT_EQ((*y)[0].tensor.real(1).nan, Nan::kMay);
  EXPECT_FALSE((*y)[0].tensor.real(2).contains(kNaN));
}

TEST(Softmax, OppositeCornersBoundIntervals) {
  const auto y = RunOp("Softmax", {}, {Reals({2}, {Between(0, 1), Between(0, 1)})});
  const Real share = (*y)[0].tensor.real(0);
  EXPECT_NEAR(share.lo, 1 / (1 + std::exp(1)), 1e-5);
  EXPECT_NEAR(share.hi, 1 / (1 + std::exp(-1)), 1e-5);
}

TEST(LogSoftmax, IsTheLogarithm) {
  const auto y = RunOp("LogSoftmax", {}, {Floats({2}, {0, 0})});
  EXPECT_THAT(Values(y),
              ElementsAre(DoubleNear(-std::log(2), 1e-12), DoubleNear(-std::log(2), 1e-12)));
}

// The share of an element at -inf is exactly zero: nothing can round it up.
TEST(LogSoftmax, OfMinusInfinity) {
  const auto y = RunOp("LogSoftmax", {}, {Floats({1, 2}, {-kInf, 1})});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).hi, -kInf);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(-kInf));
}

TEST(Softmax, RefusesAnAxisThatIsNotThere) {
  EXPECT_THAT(MessageOf(RunOp("Softmax", {}, {Floats({2}, {0, 0})}, {.opset = 11})),
              HasSubstr("axis 1 is out of range for rank 1"));
}

TEST(Softmax, TheAdversaryStaysInsideATightBound) {
  Rng rng(4);
  for (const Tier tier : {Tier::kStrict, Tier::kLenient}) {
    Rules rules;
    rules.tier = tier;
    for (const char* op : {"Softmax", "LogSoftmax"})
      for (const DType type : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
        for (const double deviation : {0.5, 5.0, 40.0})
          EXPECT_EQ(Escapes(op, {}, {Normals(rng, type, {6, 9}, 0, deviation)}, {.rules = rules}),
                    "")
              << op << " " << DTypeName(type) << " " << deviation;
  }
  EXPECT_LT(RelativeWidth(RunOp("Softmax", {}, {Normals(rng, DType::kFloat32, {4, 20}, 0, 3)})),
            2e-5);
}

// The reference's own arithmetic must not depend on how far from zero the row lies.
TEST(Softmax, OfLargeNumbersInFloat64) {
  const double shift = 0x1p20;
  const auto near = RunOp("Softmax", {}, {Numbers(DType::kFloat64, {3}, {0.5, 1, -2})}),
             far = RunOp("Softmax", {},
                         {Numbers(DType::kFloat64, {3}, {shift + 0.5, shift + 1, shift - 2})});
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_TRUE((*far)[0].tensor.real(i).contains((*near)[0].tensor.real(i).v)) << i;
}

}  // namespace
}  // namespace assay::ops
