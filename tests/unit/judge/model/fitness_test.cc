#include "judge/model/fitness.h"

#include <gtest/gtest.h>

namespace assay::judge::model {
namespace {

TEST(Fitness, DepthIsTheLongestWayOfData) {
  EXPECT_EQ(FitnessOf("import torch\nx = torch.ones(2)\n").depth, 1u);
  EXPECT_EQ(FitnessOf("import torch\nx = torch.ones(2)\ny = torch.relu(x)\n").depth, 2u);
  EXPECT_EQ(FitnessOf("import torch\ny = torch.relu(torch.abs(torch.ones(2)))\n").depth, 3u);
  EXPECT_EQ(FitnessOf("import torch\nx = torch.ones(2)\ny = torch.zeros(2)\n").depth, 1u);
}

TEST(Fitness, ApisCountOnceAndTheSameAgainCountsAgainst) {
  const Fitness out = FitnessOf(
      "import torch\nx = torch.ones(2)\na = torch.relu(x)\nb = torch.relu(x)\nc = torch.relu(a)\n");
  EXPECT_EQ(out.apis, 2u);
  EXPECT_EQ(out.repeated, 1u);
  EXPECT_EQ(out.value(), 3 + 2 - 1);
}

TEST(Fitness, WhatIsNotKnownCountsForNothing) {
  EXPECT_EQ(FitnessOf("f(g(1))\n").value(), 0);
  EXPECT_EQ(FitnessOf("(((").value(), 0);
}

}  // namespace
}  // namespace assay::judge::model
