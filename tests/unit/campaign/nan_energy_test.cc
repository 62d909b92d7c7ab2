#include "campaign/nan_energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/text.h"

namespace assay::campaign::nan_energy_test {
namespace {

Tensor Vector(const std::vector<double>& values) {
  return MakeTensor(DType::kFloat32, {static_cast<int64_t>(values.size())}, values);
}

double EnergyOf(const std::string& text, const oracle::NamedTensors& tensors) {
  const auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << model.error().message;
  return NanEnergy(model->graph, tensors);
}

TEST(NanEnergy, GrowsTowardsOverflowAndEndsThere) {
  const std::string text = "graph (x: float32[2]) -> (y) { y = Neg(x) }";
  EXPECT_EQ(EnergyOf(text, {{"y", Vector({0.5, -1})}}), 0);
  EXPECT_NEAR(EnergyOf(text, {{"y", Vector({1, -1e19})}}), 0.5, 1e-6);
  EXPECT_EQ(EnergyOf(text, {{"y", Vector({1, INFINITY})}}), 1);
  EXPECT_EQ(EnergyOf(text, {{"y", Vector({NAN, 1})}}), 1);
}

TEST(NanEnergy, GrowsTowardsDivisionByZero) {
  const std::string text = "graph (x: float32[1]) -> (y) { d = Abs(x)\n y = Div(x, d) }";
  EXPECT_EQ(EnergyOf(text, {{"d", Vector({1})}, {"y", Vector({1})}}), 0);
  EXPECT_NEAR(EnergyOf(text, {{"d", Vector({1e-19})}, {"y", Vector({1})}}), 0.5, 1e-6);
  EXPECT_EQ(EnergyOf(text, {{"d", Vector({0})}, {"y", Vector({1})}}), 1);
}

TEST(NanEnergy, KnowsTheEndsOfLogarithmRootAndExponential) {
  const auto of = [](const char* op, double input) {
    return EnergyOf("graph (x: float32[1]) -> (y) { h = Neg(x)\n y = " + std::string(op) + "(h) }",
                    {{"h", Vector({input})}, {"y", Vector({1})}});
  };
  EXPECT_EQ(of("Log", -1), 1);
  EXPECT_EQ(of("Log", 1), 0);
  EXPECT_EQ(of("Sqrt", 0), 0);
  EXPECT_EQ(of("Sqrt", -1), 1);
  EXPECT_NEAR(of("Exp", 44), 0.5, 0.05);
}

TEST(NanEnergy, WhatIsMissingIsLeftOut) {
  EXPECT_EQ(EnergyOf("graph (x: float32[1]) -> (y) { y = Log(x) }", {}), 0);
}

}  // namespace
}  // namespace assay::campaign::nan_energy_test
