#include "oracle/quantised.h"

#include <gtest/gtest.h>

#include <cmath>

#include "generate/inputs.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::oracle {
namespace {

Subject Make(const std::string& text) {
  Subject out;
  out.model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(out.model).ok());
  Rng rng(1);
  out.inputs = generate::RandomInputs(out.model.graph, rng).value();
  return out;
}

// One product: 2 * 3 + 1 * 100 = 106 in exact numbers.
const char* const kProduct = R"(graph (x: float32[1,2]) -> (y) {
  x: float32[1,2] = [[2, 1]]
  w: float32[2,1] = [[3], [100]]
  y = MatMul(x, w)
})";

Real First(const Truth& truth) { return truth.lenient[0].tensor.real(0); }

TEST(QuantisedTruth, HoldsWhatTwoStepsOfEachTensorMayCost) {
  const Truth truth = QuantisedTruth(Make(kProduct));
  ASSERT_TRUE(truth.unknown.empty()) << truth.unknown;
  // Steps: x 2/127, w 100/127. Each operand at the far end of two steps.
  const double dx = 2 * 2.0 / 127, dw = 2 * 100.0 / 127;
  const double high = (2 + dx) * (3 + dw) + (1 + dx) * (100 + dw);
  const double low = (2 - dx) * (3 - dw) + (1 - dx) * (100 - dw);
  EXPECT_TRUE(First(truth).contains(106));
  EXPECT_TRUE(First(truth).contains(high));
  EXPECT_TRUE(First(truth).contains(low));
}

TEST(QuantisedTruth, HoldsStepsOfAFixedRange) {
  // Softmax is kept in steps of 1/256 however small its results are: here 1/64 each.
  std::string zeros = "0";
  for (int i = 1; i < 64; ++i) zeros += ", 0";
  const Truth truth = QuantisedTruth(Make("graph (x: float32[64]) -> (y) {\n  x: float32[64] = [" +
                                          zeros + "]\n  y = Softmax(x)\n}"));
  EXPECT_TRUE(First(truth).contains(1.0 / 64 + 1.0 / 256));
  EXPECT_FALSE(First(truth).contains(0.1));
}

TEST(QuantisedTruth, KnowsNothingBesideANaN) {
  // The range of a tensor with NaN is NaN, and so may be every element.
  const Truth truth = QuantisedTruth(Make(R"(graph (x: float32[2]) -> (y) {
  x: float32[2] = [-1, 4]
  r = Sqrt(x)
  y = Abs(r)
})"));
  EXPECT_TRUE(truth.lenient[0].tensor.real(1).contains(std::nan("")));
}

TEST(QuantisedTruth, LeavesOutWhatAWrongZeroPointCosts) {
  const Truth truth = QuantisedTruth(Make(kProduct));
  // 128 steps of the weights too low for each of both products.
  const double shift = 128.0 * 100 / 255;
  EXPECT_FALSE(First(truth).contains(2 * (3 - shift) + (100 - shift)));
  // Nor does it hold everything: a tenth off is outside.
  EXPECT_FALSE(First(truth).contains(106 * 1.1));
}

TEST(QuantisedTruth, KeepsIntegersExact) {
  const Truth truth = QuantisedTruth(Make(R"(graph (x: int64[2]) -> (y) {
  x: int64[2] = [2, 1000]
  y = Add(x, x)
})"));
  EXPECT_EQ(truth.lenient[0].tensor.integer(1).lo, 2000);
  EXPECT_EQ(truth.lenient[0].tensor.integer(1).hi, 2000);
}

TEST(QuantisedTruth, CannotTellAnOrderWithinAStep) {
  const Truth truth = QuantisedTruth(Make(R"(graph (x: float32[3]) -> (y) {
  x: float32[3] = [10, 10.01, -4]
  y = ArgMax<keepdims = 0>(x)
})"));
  EXPECT_FALSE(truth.lenient[0].is_tensor() && truth.lenient[0].tensor.integer(0).point());
}

}  // namespace
}  // namespace assay::oracle
