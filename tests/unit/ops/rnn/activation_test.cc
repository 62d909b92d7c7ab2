#include "ops/rnn/activation.h"

#include <cmath>

#include "tests/unit/ops/node.h"
#include "tests/unit/ops/op_test.h"

namespace assay::ops::activation_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const Rules kRules;
const Arith kArith(DType::kFloat32, kRules);

TEST(Activation, ValuesOfAllFunctions) {
  const auto at = [](ActivationKind kind, double x, double alpha = 0, double beta = 0) {
    return Activation{kind, alpha, beta}.Apply(kArith, Real::Point(x)).v;
  };
  EXPECT_EQ(at(ActivationKind::kRelu, -2), 0);
  EXPECT_NEAR(at(ActivationKind::kTanh, 0.5), std::tanh(0.5), 1e-15);
  EXPECT_NEAR(at(ActivationKind::kSigmoid, 0), 0.5, 1e-15);
  EXPECT_EQ(at(ActivationKind::kAffine, 3, 2, 1), 7);
  EXPECT_EQ(at(ActivationKind::kLeakyRelu, -4, 0.5), -2);
  EXPECT_EQ(at(ActivationKind::kThresholdedRelu, 0.5, 1), 0);
  EXPECT_EQ(at(ActivationKind::kThresholdedRelu, 1, 1), 1);
  EXPECT_NEAR(at(ActivationKind::kScaledTanh, 1, 2, 0.5), 2 * std::tanh(0.5), 1e-15);
  EXPECT_EQ(at(ActivationKind::kHardSigmoid, 10, 0.25, 0.5), 1);
  EXPECT_NEAR(at(ActivationKind::kElu, -1, 2), 2 * (std::exp(-1) - 1), 1e-15);
  EXPECT_NEAR(at(ActivationKind::kSoftsign, 3), 0.75, 1e-15);
  EXPECT_NEAR(at(ActivationKind::kSoftplus, 0), std::log(2), 1e-15);
}

TEST(Activation, AJumpHoldsBothSides) {
  const Real y =
      Activation{ActivationKind::kThresholdedRelu, 1, 0}.Apply(kArith, Between(0.9, 1.1));
  EXPECT_TRUE(y.contains(0));
  EXPECT_TRUE(y.contains(1.1));
}

// A shipped library computes tanh from exponentials here: accurate in absolute terms only.
TEST(Activation, TanhOfSmallNumbersIsLenient) {
  Activation tanh;
  tanh.kind = ActivationKind::kTanh;
  Rules rules;
  const double off = 0.0001 + 2 * 0x1p-24;
  EXPECT_TRUE(tanh.Apply(Arith(DType::kFloat32, rules), Real::Point(0.0001)).contains(off));
  rules.tier = Tier::kStrict;
  EXPECT_FALSE(tanh.Apply(Arith(DType::kFloat32, rules), Real::Point(0.0001)).contains(off));
}

TEST(ReadActivations, ConsumesParametersInOrder) {
  const Node node = NodeOf(
      "LSTM", {{"activations", std::vector<std::string>{"Sigmoid", "LeakyRelu", "hardsigmoid"}},
               {"activation_alpha", std::vector<float>{0.5f, 0.25f}}});
  const auto list = ReadActivations(Call(node, 22), {"Sigmoid", "Tanh", "Tanh"}, 1);
  ASSERT_TRUE(list.ok());
  EXPECT_EQ((*list)[1].alpha, 0.5);
  EXPECT_EQ((*list)[2].alpha, 0.25);
  EXPECT_EQ((*list)[2].beta, 0.5);
}

TEST(ReadActivations, RefusesUnknownAndMissing) {
  const Node unknown = NodeOf("RNN", {{"activations", std::vector<std::string>{"Cube"}}});
  EXPECT_THAT(ReadActivations(Call(unknown, 22), {"Tanh"}, 1).error().message, HasSubstr("'Cube'"));
  const Node missing = NodeOf("RNN", {{"activations", std::vector<std::string>{"Tanh"}}});
  EXPECT_THAT(ReadActivations(Call(missing, 22), {"Tanh"}, 2).error().message,
              HasSubstr("1 entries instead of 2"));
}

}  // namespace
}  // namespace assay::ops::activation_test
