#include "study/settings.h"

#include <gtest/gtest.h>

#include "campaign/method.h"
#include "mutate/mutator.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace {

TEST(Settings, NameOnlyWhatExists) {
  for (const Settings& settings : {QuickSettings(), FullSettings()}) {
    for (const std::string& method : settings.methods)
      EXPECT_NE(campaign::FindMethod(method), nullptr) << method;
    for (const auto* models : {&settings.operator_models, &settings.position_models})
      for (const std::string& model : *models) EXPECT_NE(zoo::FindModel(model), nullptr) << model;
    EXPECT_NE(zoo::FindModel(settings.curve_model), nullptr);
    for (const auto* names : {&settings.position_operators, &settings.curve_operators})
      for (const std::string& name : *names) EXPECT_NE(mutate::FindMutator(name), nullptr) << name;
  }
}

TEST(Settings, TheFullOneHasAllSubjectsOfTheStudy) {
  EXPECT_EQ(FullSettings().operator_models.size(), 23u);
  EXPECT_EQ(FullSettings().position_operators.size(), 14u);
}

TEST(Settings, ScalingLeavesAtLeastOneRound) {
  Settings settings = QuickSettings();
  ScaleRounds(settings, 0.001);
  EXPECT_EQ(settings.position_rounds, 1);
  EXPECT_EQ(settings.curve_rounds, 1);
  EXPECT_GT(settings.preset_step, QuickSettings().preset_step);
}

TEST(Settings, EachExperimentHasRandomNumbersOfItsOwn) {
  Settings one = QuickSettings(), two = QuickSettings();
  two.seed = 2;
  EXPECT_EQ(SeedOf(one, "a"), SeedOf(one, "a"));
  EXPECT_NE(SeedOf(one, "a"), SeedOf(one, "b"));
  EXPECT_NE(SeedOf(one, "a"), SeedOf(two, "a"));
}

}  // namespace
}  // namespace assay::study
