#include "judge/model/bandit.h"

#include <gtest/gtest.h>

namespace assay::judge::model {
namespace {

constexpr std::string_view kNames[] = {"good", "bad"};

TEST(Bandit, WhatWorksComesOftenAndTheOtherStillComes) {
  Bandit bandit;
  for (int i = 0; i < 8; ++i) {
    bandit.Tell("good", true);
    bandit.Tell("bad", i == 0);
  }
  Rng rng(3);
  std::map<std::string, int> picked;
  for (int i = 0; i < 1000; ++i) ++picked[std::string(bandit.Pick(kNames, rng))];
  EXPECT_GT(picked["good"], 900);
  EXPECT_GT(picked["bad"], 0);
  EXPECT_EQ(bandit.arms().at("bad").failures, 7u);
}

TEST(Bandit, AtFirstAllAreAlike) {
  const Bandit bandit;
  Rng rng(5);
  int good = 0;
  for (int i = 0; i < 1000; ++i) good += bandit.Pick(kNames, rng) == "good" ? 1 : 0;
  EXPECT_NEAR(good, 500, 80);
}

}  // namespace
}  // namespace assay::judge::model
