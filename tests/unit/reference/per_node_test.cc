#include "reference/per_node.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/text.h"
#include "ops/infer.h"

namespace assay::reference {
namespace {

Tensor Scalar(double value) {
  return MakeTensor(DType::kFloat32, {1}, std::span<const double>(&value, 1));
}

class PerNode : public testing::Test {
 protected:
  void SetUp() override {
    model_ = ParseModelText(
                 "graph (x: float32[1], c: float32[1]) -> (z: float32[1]) { y = Mul(x, x)\n z = "
                 "Sub(y, c) }")
                 .value();
    ASSERT_TRUE(ops::InferTypes(model_).ok());
  }
  // x² = 1 + 2^-11 + 2^-24 lies between two floats; the tensor y shows it rounded.
  std::vector<NodeVerdict> Judge(double z, int window) const {
    const double x = 1 + std::ldexp(1.0, -12), rounded = 1 + std::ldexp(1.0, -11);
    const std::map<std::string, Tensor> values = {
        {"x", Scalar(x)}, {"c", Scalar(rounded)}, {"y", Scalar(rounded)}, {"z", Scalar(z)}};
    return JudgePerNode(model_, values, {.rules = {}, .window = window}).value();
  }
  Model model_;
};

TEST_F(PerNode, TheValueSeenExplainsTheResult) {
  EXPECT_TRUE(Judge(0, 0).empty());
  EXPECT_TRUE(Judge(0, 4).empty());
}

// A fused multiply-add gives the difference that the rounded tensor does not show.
TEST_F(PerNode, AFusedProducerIsNoFault) {
  const double fused = std::ldexp(1.0, -24);
  ASSERT_EQ(Judge(fused, 0).size(), 1u);
  EXPECT_EQ(Judge(fused, 0)[0].value, "z");
  EXPECT_TRUE(Judge(fused, 1).empty());
}

TEST_F(PerNode, ARealFaultShowsEitherWay) {
  for (const int window : {0, 1, 8}) {
    const auto verdicts = Judge(1e-3, window);
    ASSERT_EQ(verdicts.size(), 1u);
    EXPECT_EQ(verdicts[0].node, 1u);
    EXPECT_FLOAT_EQ(verdicts[0].got, 1e-3F);
    EXPECT_EQ(verdicts[0].exact_inputs, window == 0);
  }
}

// The node that made it is at fault; those behind it are not evaluated on what they cannot take.
TEST(PerNodeShapes, WhatHasAnotherShapeIsReadByNobody) {
  Model model = ParseModelText(
                    "graph (x: float32[2,3], w: float32[3,2], s: float32[n,2]) -> (z, r) { y = "
                    "Relu(x)\n z = MatMul(y, w)\n t = Relu(s)\n r = Add(t, w) }")
                    .value();
  ASSERT_TRUE(ops::InferTypes(model).ok());
  const auto zeros = [](Shape shape) {
    const std::vector<double> all(static_cast<size_t>(ElementCount(shape)), 0.0);
    return MakeTensor(DType::kFloat32, shape, all);
  };
  const std::map<std::string, Tensor> values = {
      {"x", zeros({2, 3})}, {"w", zeros({3, 2})}, {"s", zeros({3, 2})}, {"y", zeros({2, 7})},
      {"z", zeros({2, 2})}, {"t", zeros({5, 2})}, {"r", zeros({3, 2})}};
  const auto verdicts = JudgePerNode(model, values, {.rules = {}, .window = 2});
  ASSERT_TRUE(verdicts.ok()) << verdicts.error().message;
  std::vector<std::string> wrong;
  for (const NodeVerdict& verdict : *verdicts) wrong.push_back(verdict.value);
  EXPECT_EQ(wrong, (std::vector<std::string>{"y", "t"}));
}

}  // namespace
}  // namespace assay::reference
