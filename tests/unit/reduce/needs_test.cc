#include "reduce/needs.h"

#include "tests/unit/triage/planted.h"

namespace assay::reduce::needs_test {
namespace {

using NeedsTest = triage::Planted;
using Needs = std::set<std::string>;

Needs Of(const std::string& fault, const std::string& text) {
  lab::Lab lab;
  return FindNeeds(triage::CaseOf(text), triage::Probe(triage::PlantedTarget(fault), lab));
}

TEST_F(NeedsTest, WhatCuresItWhenItGoes) {
  EXPECT_EQ(
      Of("refuses-negative-axis", "graph (x: float32[2,2]) -> (y) { y = Concat<axis=-1>(x, x) }"),
      Needs{"negative axis"});
  EXPECT_EQ(Of("abort-on-empty-tensor", "graph (x: float32[0,2]) -> (y) { y = Transpose(x) }"),
            Needs{"empty"});
  EXPECT_EQ(
      Of("scalar-operand-swapped", "graph (a: float32[], x: float32[3]) -> (y) { y = Sub(a, x) }"),
      (Needs{"broadcast", "scalar"}));
}

TEST_F(NeedsTest, OperandsBehindTheSecond) {
  EXPECT_EQ(
      Of("variadic-stops-at-two", R"(graph (a: float32[2], b: float32[2], c: float32[2]) -> (y) {
  a: float32[2] = [1, 2]
  b: float32[2] = [3, 4]
  c: float32[2] = [5, 6]
  y = Sum(a, b, c)
})"),
      Needs{"more operands"});
}

TEST_F(NeedsTest, MoreAxesThanUsual) {
  const std::string head = "graph (x: float32[1,1,1,1,2]) -> (y) { y = ";
  EXPECT_EQ(Of("abort-on-rank-five", head + "Relu(x) }"), Needs{"many axes"});
  EXPECT_EQ(Of("abort-on-rank-five", R"(graph (x: float32[1,1,1,2]) -> (y) {
  axes: int64[1] = [1]
  y = Unsqueeze(x, axes)
})"),
            Needs{"many axes"});
  EXPECT_EQ(Of("hard-swish-slope", head + "HardSwish(x) }"), Needs{});
}

TEST_F(NeedsTest, OneAxisLessKeepsTheValues) {
  EXPECT_EQ(Of("exp-saturates-early", R"(graph (x: float32[2,1,1,1,1]) -> (y) {
  x: float32[2,1,1,1,1] = [0, 5]
  y = Exp(x)
})"),
            Needs{});
}

TEST_F(NeedsTest, WhatComesAndGoesIsNotSteady) {
  const auto steady = [](const std::string& fault, const std::string& text) {
    lab::Lab lab;
    return IsSteady(triage::CaseOf(text), triage::Probe(triage::PlantedTarget(fault), lab));
  };
  EXPECT_FALSE(steady("race-loses-a-row",
                      "graph (a: float32[4,4], b: float32[4,4]) -> (y) { y = MatMul(a, b) }"));
  EXPECT_TRUE(steady("hard-swish-slope", "graph (x: float32[2]) -> (y) { y = HardSwish(x) }"));
}

TEST_F(NeedsTest, WhatFailsInAnyCaseNeedsNothing) {
  EXPECT_EQ(Of("hard-swish-slope", R"(graph (x: float32[2]) -> (y) {
  x: float32[2] = [0.5, 2]
  y = HardSwish(x)
})"),
            Needs{});
}

}  // namespace
}  // namespace assay::reduce::needs_test
