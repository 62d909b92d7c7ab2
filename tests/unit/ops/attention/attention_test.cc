#include <cmath>

#include "ops/attention/attention_plan.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// One head of size 1 with keys 0: all scores are equal, so the result is the mean of the attended
// values.
Result<Outputs> Mean(Attrs attrs, std::vector<Known> more = {}, size_t outputs = 1,
                     int queries = 3) {
  std::vector<Known> inputs = {
      Floats({1, 1, queries, 1}, std::vector<double>(static_cast<size_t>(queries), 1)),
      Floats({1, 1, 3, 1}, {0, 0, 0}), Floats({1, 1, 3, 1}, {3, 6, 12})};
  for (Known& k : more) inputs.push_back(std::move(k));
  return RunOp("Attention", std::move(attrs), inputs, {.opset = kWindows, .outputs = outputs});
}

TEST(Attention, MeanOfValuesUnderEqualScores) {
  const auto y = Mean({});
  EXPECT_THAT(Values(y),
              ElementsAre(DoubleNear(7, 1e-9), DoubleNear(7, 1e-9), DoubleNear(7, 1e-9)));
  EXPECT_LT((*y)[0].tensor.real(0).width(), 1e-3);
}

TEST(Attention, CausalSeesThePastAndItself) {
  EXPECT_THAT(Values(Mean({{"is_causal", int64_t{1}}})),
              ElementsAre(3, DoubleNear(4.5, 1e-9), DoubleNear(7, 1e-9)));
}

TEST(Attention, CausalIsAlignedWithTheEndOfTheCache) {
  const auto y = Mean({{"is_causal", int64_t{1}}},
                      {Known(), Floats({1, 1, 1, 1}, {0}), Floats({1, 1, 1, 1}, {1})}, 3, 1);
  EXPECT_THAT(Values(y),
              ElementsAre(DoubleNear(2, 1e-9)));  // keys 0 and 1 of the joined values 1, 3, 6, 12
  EXPECT_THAT(Values(y, 2), ElementsAre(1, 3, 6, 12));
  EXPECT_EQ(ShapeOf(y, 1), (Shape{1, 1, 4, 1}));
}

TEST(Attention, WindowAndMaskCompose) {
  EXPECT_THAT(Values(Mean({{"left_window_size", int64_t{1}}, {"right_window_size", int64_t{0}}})),
              ElementsAre(3, DoubleNear(4.5, 1e-9), DoubleNear(9, 1e-9)));
  EXPECT_THAT(Values(Mean({}, {Bools({1, 3}, {1, 0, 1})})),
              ElementsAre(DoubleNear(7.5, 1e-9), DoubleNear(7.5, 1e-9), DoubleNear(7.5, 1e-9)));
}

TEST(Attention, AFullyMaskedRowIsZeroOrNaN) {
  const auto y = Mean({}, {Bools({3, 3}, {0, 0, 0, 1, 1, 1, 1, 0, 0})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].tensor.real(0).v, 0);
  EXPECT_EQ((*y)[0].tensor.real(0).nan, Nan::kMay);
  EXPECT_EQ((*y)[0].tensor.real(2).v, 3);
}

TEST(Attention, AnUncertainMaskHoldsBothOutcomes) {
  const auto y = Mean({}, {IntRanges({3}, {{1, 1, 1}, {1, 0, 1}, {0, 0, 0}}, DType::kBool)});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(3));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(4.5));
}

TEST(Attention, ExternalCacheLengthsPad) {
  const auto y = Mean({}, {Known(), Known(), Known(), Ints({1}, {2})});
  EXPECT_THAT(Values(y),
              ElementsAre(DoubleNear(4.5, 1e-9), DoubleNear(4.5, 1e-9), DoubleNear(4.5, 1e-9)));
}

TEST(Attention, OutputModesShowTheScores) {
  const std::vector<Known> in = {Floats({1, 1, 1, 1}, {2}), Floats({1, 1, 2, 1}, {3, -3}),
                                 Floats({1, 1, 2, 1}, {1, 1}), Floats({2}, {1, 2})};
  const auto run = [&](int64_t mode) {
    return Values(
        RunOp("Attention", {{"qk_matmul_output_mode", mode}, {"softcap", 2.f}, {"scale", 1.f}}, in,
              {.outputs = 4}),
        3);
  };
  const double cap = 2 * std::tanh(3);
  EXPECT_THAT(run(0), ElementsAre(6, -6));
  EXPECT_THAT(run(1), ElementsAre(DoubleNear(cap, 1e-9), DoubleNear(-cap, 1e-9)));
  EXPECT_THAT(run(2), ElementsAre(DoubleNear(cap + 1, 1e-9), DoubleNear(2 - cap, 1e-9)));
  EXPECT_NEAR(run(3)[0] + run(3)[1], 1, 1e-9);
}

TEST(Attention, EmptyKeysAndQueries) {
  EXPECT_EQ(
      ShapeOf(RunOp("Attention", {},
                    {Floats({1, 2, 0, 4}, {}), Floats({1, 1, 3, 4}, std::vector<double>(12, 1)),
                     Floats({1, 1, 3, 2}, std::vector<double>(6, 1))})),
      (Shape{1, 2, 0, 2}));
}

TEST(Attention, RefusesWhatDoesNotFit) {
  const Known q = Floats({1, 3, 1, 2}, std::vector<double>(6, 1)),
              k = Floats({1, 2, 1, 2}, std::vector<double>(4, 1));
  EXPECT_THAT(MessageOf(RunOp("Attention", {}, {q, k, k})),
              HasSubstr("3 query heads are not a multiple of 2"));
  const Known p = Floats({1, 1, 4}, {1, 2, 3, 4});
  EXPECT_THAT(MessageOf(RunOp("Attention", {}, {p, p, p})),
              HasSubstr("need attribute q_num_heads"));
  EXPECT_THAT(MessageOf(RunOp("Attention", {{"qk_matmul_output_mode", int64_t{7}}}, {k, k, k})),
              HasSubstr("7 is not 0 to 3"));
}

}  // namespace
}  // namespace assay::ops
