// BatchNormalization, InstanceNormalization, GroupNormalization, LayerNormalization,
// MeanVarianceNormalization.
#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

// Mean 2, variance 1 in each row of two.
Known Rows() { return Floats({1, 2, 2}, {1, 3, 11, 13}); }
Attrs NoEpsilon() { return {{"epsilon", 0.0F}}; }

TEST(InstanceNormalization, PerChannelOfEachInstance) {
  const auto y = RunOp("InstanceNormalization", NoEpsilon(),
                       {Rows(), Floats({2}, {1, 2}), Floats({2}, {0, 5})});
  EXPECT_THAT(Values(y), ElementsAre(-1, 1, 3, 7));
}

TEST(InstanceNormalization, RefusesParametersOfAnotherSize) {
  EXPECT_THAT(MessageOf(RunOp("InstanceNormalization", {},
                              {Rows(), Floats({3}, {1, 2, 3}), Floats({2}, {0, 5})})),
              HasSubstr("input 1 has 3 elements, expected are 2"));
}

TEST(GroupNormalization, ParametersPerChannel) {
  const Attrs attrs = {{"num_groups", int64_t{1}}, {"epsilon", 0.0F}};
  const Known x = Floats({1, 2, 1}, {1, 3});
  EXPECT_THAT(
      Values(RunOp("GroupNormalization", attrs, {x, Floats({2}, {1, 2}), Floats({2}, {0, 5})})),
      ElementsAre(-1, 7));
  EXPECT_THAT(
      MessageOf(RunOp("GroupNormalization", attrs, {x, Floats({1}, {2}), Floats({1}, {1})},
                      {.opset = 18})),
      HasSubstr(
          "no operator GroupNormalization"));  // deprecated: the official checker refuses it, too
  EXPECT_THAT(
      MessageOf(RunOp("GroupNormalization", {{"num_groups", int64_t{2}}},
                      {Floats({1, 3}, {1, 2, 3}), Floats({3}, {1, 1, 1}), Floats({3}, {0, 0, 0})})),
      HasSubstr("3 channels do not form 2 equal groups"));
}

TEST(LayerNormalization, TrailingAxesAndStatistics) {
  const auto y = RunOp("LayerNormalization", {{"epsilon", 0.0F}, {"axis", int64_t{-1}}},
                       {Rows(), Floats({2}, {1, 2}), Floats({2}, {0, 1})}, {.outputs = 3});
  EXPECT_THAT(Values(y), ElementsAre(-1, 3, -1, 3));
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 12));
  EXPECT_THAT(Values(y, 2), ElementsAre(1, 1));
  EXPECT_EQ(ShapeOf(y, 1), Shape({1, 2, 1}));
}

TEST(LayerNormalization, RefusesAScaleThatDoesNotBroadcast) {
  EXPECT_THAT(MessageOf(RunOp("LayerNormalization", {}, {Rows(), Floats({3}, {1, 2, 3})})),
              HasSubstr("does not broadcast"));
}

TEST(LayerNormalization, NarrowTypesAreComputedInFloat32) {
  Rng rng(6);
  std::vector<Known> inputs = {Normals(rng, DType::kFloat16, {2, 64}, 1),
                               Normals(rng, DType::kFloat16, {64})};
  const auto y = RunOp("LayerNormalization", {}, inputs);
  for (int64_t i = 0; i < 128; ++i) EXPECT_LT((*y)[0].tensor.real(i).width(), 0.02);
}

// The first stage ends with a cast to X's type: 1.16 rounds to 1.15625 in bfloat16, times 1.8984375
// is 2.195 and rounds to 2.1875, one step from what a single rounding at the end gives (2.203125).
TEST(LayerNormalization, TheStandardisedValueMayBeRounded) {
  const auto narrow = [](const std::vector<double>& values) {
    return Numbers(DType::kBfloat16, {4}, values);
  };
  const auto y = RunOp("LayerNormalization", {{"epsilon", 0.0221034F}},
                       {narrow({-1, 0, 1, -0.5}), narrow({1.8984375, 0.5, 1.5, 0.5})});
  EXPECT_LE((*y)[0].tensor.real(0).lo, -2.203125);
  EXPECT_GE((*y)[0].tensor.real(0).hi, -2.1875);
}

TEST(BatchNormalization, WithGivenStatistics) {
  const auto y = RunOp("BatchNormalization", NoEpsilon(),
                       {Rows(), Floats({2}, {1, 2}), Floats({2}, {0, 5}), Floats({2}, {1, 11}),
                        Floats({2}, {4, 1})});
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 5, 9));
}

TEST(BatchNormalization, TrainingUsesTheBatch) {
  const Attrs attrs = {{"epsilon", 0.0F}, {"training_mode", int64_t{1}}, {"momentum", 0.5F}};
  const std::vector<Known> inputs = {Rows(), Floats({2}, {1, 1}), Floats({2}, {0, 0}),
                                     Floats({2}, {0, 0}), Floats({2}, {3, 3})};
  const auto y = RunOp("BatchNormalization", attrs, inputs, {.outputs = 3});
  EXPECT_THAT(Values(y), ElementsAre(-1, 1, -1, 1));
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 6));
  EXPECT_THAT(Values(y, 2), ElementsAre(2, 2));
  EXPECT_THAT(MessageOf(RunOp("BatchNormalization", {}, inputs, {.outputs = 3})),
              HasSubstr("training_mode"));
}

TEST(BatchNormalization, OldVersions) {
  const Known x = Floats({2, 1, 2}, {1, 2, 3, 6});
  const std::vector<Known> features = {x, Floats({1, 2}, {1, 1}), Floats({1, 2}, {0, 0}),
                                       Floats({1, 2}, {1, 2}), Floats({1, 2}, {1, 4})};
  EXPECT_THAT(Values(RunOp("BatchNormalization", {{"spatial", int64_t{0}}, {"epsilon", 0.0F}},
                           features, {.opset = 7})),
              ElementsAre(0, 0, 2, 2));
  const std::vector<Known> vector = {Floats({3}, {1, 2, 3}), Floats({1}, {1}), Floats({1}, {0}),
                                     Floats({1}, {1}), Floats({1}, {1})};
  EXPECT_THAT(Values(RunOp("BatchNormalization", NoEpsilon(), vector, {.opset = 9})),
              ElementsAre(0, 1, 2));
}

TEST(MeanVarianceNormalization, OverTheChosenAxes) {
  const auto y = RunOp("MeanVarianceNormalization", {{"axes", std::vector<int64_t>{2}}}, {Rows()});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(-1, 1e-7), DoubleNear(1, 1e-7),
                                     DoubleNear(-1, 1e-7), DoubleNear(1, 1e-7)));
  EXPECT_THAT(MessageOf(RunOp("MeanVarianceNormalization", {}, {Rows()})),
              HasSubstr("axis 3 is out of range for rank 3"));
}

TEST(MeanVarianceNormalization, AConstantGroupMayBeNan) {
  const auto y = RunOp("MeanVarianceNormalization", {{"axes", std::vector<int64_t>{0}}},
                       {Floats({2}, {3, 3})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(kNaN));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
}

class NormalizationBound : public testing::TestWithParam<std::tuple<DType, Tier, double>> {};

TEST_P(NormalizationBound, HoldsAgainstTheAdversary) {
  const auto [type, tier, mean] = GetParam();
  Rng rng(8);
  RunOptions options;
  options.rules.tier = tier;
  const auto vector = [&](int64_t n) { return Normals(rng, type, {n}); };
  const Known x = Normals(rng, type, {2, 4, 5}, mean);
  const Known variances = Numbers(type, {4}, {0.5, 1, 2, 3});
  EXPECT_EQ(Escapes("InstanceNormalization", {}, {x, vector(4), vector(4)}, options), "");
  EXPECT_EQ(Escapes("GroupNormalization", {{"num_groups", int64_t{2}}}, {x, vector(4), vector(4)},
                    options),
            "");
  EXPECT_EQ(Escapes("LayerNormalization", {}, {x, vector(5), vector(5)}, options), "");
  EXPECT_EQ(Escapes("RMSNormalization", {}, {x, vector(5)}, options), "");
  EXPECT_EQ(
      Escapes("MeanVarianceNormalization", {{"axes", std::vector<int64_t>{0, 2}}}, {x}, options),
      "");
  EXPECT_EQ(
      Escapes("BatchNormalization", {}, {x, vector(4), vector(4), vector(4), variances}, options),
      "");
  options.outputs = 3;
  EXPECT_EQ(Escapes("BatchNormalization", {{"training_mode", int64_t{1}}},
                    {x, vector(4), vector(4), vector(4), variances}, options),
            "");
}

INSTANTIATE_TEST_SUITE_P(All, NormalizationBound,
                         testing::Combine(testing::Values(DType::kFloat32, DType::kFloat64,
                                                          DType::kFloat16, DType::kBfloat16),
                                          testing::Values(Tier::kStrict, Tier::kLenient),
                                          testing::Values(0.0, 3.0, 100.0)));

TEST(NormalizationBound, IsTight) {
  Rng rng(8);
  const auto y =
      RunOp("LayerNormalization", {},
            {Normals(rng, DType::kFloat32, {4, 32}, 1), Normals(rng, DType::kFloat32, {32})});
  for (int64_t i = 0; i < 128; ++i) EXPECT_LT((*y)[0].tensor.real(i).width(), 2e-4);
}

// E[x^2] - mean^2 in float16: the squares of 200 to 300 sum up beyond 65504.
TEST(InstanceNormalization, SquaresThatOverflowLeaveTheResultOpen) {
  const auto y = RunOp("InstanceNormalization", {},
                       {Numbers(DType::kFloat16, {1, 1, 2}, {200, 300}),
                        Numbers(DType::kFloat16, {1}, {1}), Numbers(DType::kFloat16, {1}, {-2})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE(
      (*y)[0].tensor.real(0).contains(-2));  // of an infinite variance only the bias is left
}

TEST(GroupNormalization, EmptyTensorsAreOpen) {
  EXPECT_TRUE(
      IsUndetermined(RunOp("GroupNormalization", {{"num_groups", int64_t{1}}},
                           {Floats({1, 2, 0}, {}), Floats({2}, {1, 2}), Floats({2}, {0, 5})})));
}

// A mean that is updated element by element ends one unit in the last place below 1/4 here.
TEST(LayerNormalization, AdmitsARunningMean) {
  const Known x = Floats({1, 4}, {1, 0, 0, 0}), one = Floats({4}, {1, 1, 1, 1});
  float mean = 0;
  for (int k = 1; k <= 4; ++k) mean += ((k == 1 ? 1.0F : 0.0F) - mean) / static_cast<float>(k);
  ASSERT_LT(mean, 0.25F);
  const auto y = RunOp("LayerNormalization", {}, {x, one}, {.outputs = 2});
  EXPECT_TRUE((*y)[1].tensor.real(0).contains(mean));
  EXPECT_FALSE((*y)[1].tensor.real(0).contains(0.25001));
  EXPECT_EQ(Escapes("LayerNormalization", {}, {x, one}, {.outputs = 3}), "");
}

}  // namespace
}  // namespace assay::ops
