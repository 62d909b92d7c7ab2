#include "judge/model/observe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::judge::model {
namespace {

Observed Of(const std::string& digest, std::vector<double> elements) {
  Observed out;
  out.ending = {"valid", "", "[2]", "float32"};
  out.digest = digest;
  out.count = elements.size();
  out.elements = std::move(elements);
  return out;
}

TEST(Observe, ResultsDifferByMoreThanRounding) {
  EXPECT_FALSE(DifferInValue(Of("a", {1, 2}), Of("a", {1, 2})));
  EXPECT_FALSE(DifferInValue(Of("a", {1, 2}), Of("b", {1.00001, 2})));
  EXPECT_TRUE(DifferInValue(Of("a", {1, 2}), Of("b", {1.1, 2})));
  EXPECT_TRUE(DifferInValue(Of("a", {1, 2}), Of("b", {1, NAN})));
  EXPECT_FALSE(DifferInValue(Of("a", {NAN, 2}), Of("b", {NAN, 2})));
  EXPECT_FALSE(DifferInValue(Of("", {}), Of("b", {1, 2})));  // not told: nothing to compare
}

TEST(Observe, WhatIsKeptIsWhatWasSeen) {
  Observed one = Of("a", {1, -std::numeric_limits<double>::infinity(), NAN});
  one.ending.status = "flaky";
  one.own_chance = true;
  one.sum = 3.5;
  one.holds = {{"finite", false}};
  one.outcome.run.message = "m";
  const Observed out = ReadObserved(nlohmann::json::parse(ObservedJson(one).dump()));
  EXPECT_EQ(out.ending, one.ending);
  EXPECT_EQ(out.outcome.status, program::ProgramStatus::kValid);
  EXPECT_TRUE(out.own_chance);
  EXPECT_EQ(out.sum, 3.5);
  EXPECT_EQ(out.holds, one.holds);
  ASSERT_EQ(out.elements.size(), 3u);
  EXPECT_TRUE(std::isinf(out.elements[1]) && out.elements[1] < 0);
  EXPECT_TRUE(std::isnan(out.elements[2]));
  EXPECT_EQ(out.outcome.run.message, "m");
}

TEST(Observe, ResultVariableIsThatOfTheLastCall) {
  EXPECT_EQ(ResultVariable("import torch\na = torch.relu(x)\nb = torch.relu(a)\n", "torch.relu"),
            "b");
  EXPECT_EQ(ResultVariable("import torch\ntorch.relu(x)\n", "torch.relu"), "");
}

}  // namespace
}  // namespace assay::judge::model
