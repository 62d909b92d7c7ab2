// Optimiser steps against the formulas computed here in plain numbers.
#include "gradient/optimizer_step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/text.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::gradient {
namespace {

// y = w x, so that with x = 1 and label t the gradient by w is 2 (w - t).
GradientModel Simple() {
  auto model =
      ParseModelText("graph (x: float64[1]) -> (y) { w: float64[1] = [2]\n y = Mul(x, w) }");
  EXPECT_TRUE(ops::InferTypes(*model).ok());
  return Differentiate(*model, {}, {"w"}).value();
}

Known One(double value) {
  return Known(
      Bounded::From(MakeTensor(DType::kFloat64, Shape{1}, std::span(&value, 1)), {}).value());
}

// The last outputs: the new parameter, then the states.
std::vector<double> After(const StepModel& step, const std::vector<double>& states) {
  std::vector<Known> inputs = {One(1), One(0.5)};
  for (const double state : states) inputs.push_back(One(state));
  const auto run = reference::Evaluate(step.gradient.model, inputs);
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : run.error().message);
  std::vector<double> out;
  for (size_t i = run->outputs.size() - 1 - step.states.size(); i < run->outputs.size(); ++i)
    out.push_back(run->outputs[i].tensor.real(0).v);
  return out;
}

constexpr double kW = 2, kGradient = 3;  // 2 (2 - 0.5)

TEST(Sgd, Plain) {
  const auto step = AddStep(Simple(), {"w"}, {.learning_rate = 0.1, .weight_decay = 0.5});
  ASSERT_TRUE(step.ok()) << step.error().message;
  EXPECT_TRUE(step->states.empty());
  EXPECT_NEAR(After(*step, {})[0], kW - 0.1 * (kGradient + 0.5 * kW), 1e-12);
}

TEST(Sgd, MomentumDampeningNesterov) {
  const Optimizer damped{.learning_rate = 0.1, .momentum = 0.9, .dampening = 0.4};
  const auto first = AddStep(Simple(), {"w"}, damped);
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(first->state_inputs.empty());
  const std::vector<double> a = After(*first, {});
  EXPECT_NEAR(a[1], kGradient, 1e-12);  // the first buffer is not dampened
  EXPECT_NEAR(a[0], kW - 0.1 * kGradient, 1e-12);
  const auto second = AddStep(Simple(), {"w"}, damped, 2);
  ASSERT_EQ(second->state_inputs.size(), 1U);
  const std::vector<double> b = After(*second, {7});
  EXPECT_NEAR(b[1], 0.9 * 7 + 0.6 * kGradient, 1e-12);
  EXPECT_NEAR(b[0], kW - 0.1 * b[1], 1e-12);
  const Optimizer nesterov{.learning_rate = 0.1, .momentum = 0.9, .nesterov = true};
  const std::vector<double> c = After(*AddStep(Simple(), {"w"}, nesterov, 2), {7});
  EXPECT_NEAR(c[0], kW - 0.1 * (kGradient + 0.9 * (0.9 * 7 + kGradient)), 1e-12);
}

TEST(Adam, FirstAndThirdStep) {
  const Optimizer adam{.kind = OptimizerKind::kAdam, .learning_rate = 0.1, .weight_decay = 0.01};
  const double g = kGradient + 0.01 * kW;
  // Bias correction makes the first step the sign of the gradient, nearly.
  EXPECT_NEAR(After(*AddStep(Simple(), {"w"}, adam), {})[0], kW - 0.1 * g / (g + 1e-8), 1e-12);
  const double m = 0.9 * 5 + 0.1 * g, v = 0.999 * 4 + 0.001 * g * g;
  const double c1 = 1 - std::pow(0.9, 3), c2 = 1 - std::pow(0.999, 3);
  const std::vector<double> third = After(*AddStep(Simple(), {"w"}, adam, 3), {5, 4});
  EXPECT_NEAR(third[0], kW - 0.1 / c1 * m / (std::sqrt(v) / std::sqrt(c2) + 1e-8), 1e-12);
  EXPECT_NEAR(third[1], m, 1e-12);
  EXPECT_NEAR(third[2], v, 1e-12);
}

TEST(AdamW, DecaysTheParameterInstead) {
  const Optimizer adam{.kind = OptimizerKind::kAdamW, .learning_rate = 0.1, .weight_decay = 0.5};
  EXPECT_NEAR(After(*AddStep(Simple(), {"w"}, adam), {})[0],
              kW * (1 - 0.05) - 0.1 * kGradient / (kGradient + 1e-8), 1e-12);
}

TEST(Step, RefusesWhatTorchRefuses) {
  EXPECT_FALSE(AddStep(Simple(), {"w"}, {.nesterov = true}).ok());
  EXPECT_FALSE(AddStep(Simple(), {"w"}, {.learning_rate = -1}).ok());
  EXPECT_FALSE(AddStep(Simple(), {"w"}, {.kind = OptimizerKind::kAdam, .beta1 = 1}).ok());
  EXPECT_FALSE(AddStep(Simple(), {"w"}, {}, 0).ok());
  EXPECT_FALSE(AddStep(Simple(), {}, {}).ok());
  EXPECT_FALSE(AddStep(Simple(), {"q"}, {}).ok());
}

}  // namespace
}  // namespace assay::gradient
