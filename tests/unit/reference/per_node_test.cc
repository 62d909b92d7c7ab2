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

}  // namespace
}  // namespace assay::reference
