#include <gtest/gtest.h>

#include <cmath>

#include "knowledge/pairs/similarity.h"

namespace assay::knowledge {
namespace {

TEST(Logistic, LearnsWhichFeatureCounts) {
  std::vector<Example> examples;
  for (int i = 0; i < 40; ++i) examples.push_back({{i / 40.0, (i * 7 % 40) / 40.0}, i >= 20, 1});
  const Logistic model = Train(examples);
  EXPECT_GT(model.weights[0], 5);
  EXPECT_LT(std::abs(model.weights[1]), model.weights[0] / 3);
  EXPECT_GT(model(std::vector<double>{1, 0.5}), 0.9);
  EXPECT_LT(model(std::vector<double>{0, 0.5}), 0.1);
}

TEST(Logistic, WithoutFeaturesItGivesTheShare) {
  std::vector<Example> examples(100);
  for (int i = 0; i < 25; ++i) examples[static_cast<size_t>(i)].positive = true;
  EXPECT_NEAR(Train(examples)({}), 0.25, 0.01);
  EXPECT_EQ(Train({})({}), 0.5);
}

}  // namespace
}  // namespace assay::knowledge
