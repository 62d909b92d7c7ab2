// The bounds against the plain formulas, and those against the optimisers as models.
#include <cmath>

#include "lessons.h"
#include "reference/evaluator.h"
#include "training/judge.h"

namespace assay::training {
namespace {

constexpr double kUnit = 0x1p-24, kSmallest = 0x1p-126;

float AsFloat(double x) { return static_cast<float>(x); }

TEST(StepBound, HoldsWhatFloat32Computes) {
  Rng rng(3);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto optimizer = DrawSpec(SmallSubject().model, static_cast<uint64_t>(trial))->optimizer;
    const float p0 = AsFloat(rng.Normal());
    const float g1 = AsFloat(rng.Normal() * std::pow(10, rng.Real(-8, 3)));
    const float g2 = AsFloat(rng.Normal() * std::pow(10, rng.Real(-8, 3)));
    OptimizerState state;
    const auto one = [](float x) {
      const double value = x;
      return MakeTensor(DType::kFloat32, Shape{1}, {&value, 1});
    };
    const Tensor p1 = Advance(optimizer, 1, one(p0), one(g1), state);
    const Tensor p2 = Advance(optimizer, 2, p1, one(g2), state);
    const Span first = UpdatedWithin(optimizer, {p0}, {g1}, kUnit, kSmallest);
    const Span second = UpdatedWithin(optimizer, {p0, p1.RealAt(0)}, {g1, g2}, kUnit, kSmallest);
    EXPECT_TRUE(first.contains(p1.RealAt(0)));
    EXPECT_TRUE(second.contains(p2.RealAt(0)));
    // Tight: far less than the move itself, where that is not lost in the parameter's rounding.
    const double move = std::fabs(p2.RealAt(0) - p1.RealAt(0));
    if (optimizer.kind == gradient::OptimizerKind::kSgd && move > 1e-2 * std::fabs(p0)) {
      EXPECT_LT(second.hi - second.lo, 0.01 * move + 1e-4 * std::fabs(p0));
    }
  }
}

TEST(StepBound, TellsOtherFormulas) {
  gradient::Optimizer adam{.kind = gradient::OptimizerKind::kAdam, .learning_rate = 0.125};
  adam.epsilon = 0x1p-24;
  const Span span = UpdatedWithin(adam, {1}, {0.5}, kUnit, kSmallest);
  EXPECT_TRUE(span.contains(1 - 0.125));
  // Without bias correction: (1 - beta1) / sqrt(1 - beta2).
  EXPECT_FALSE(span.contains(1 - 0.125 * 0.1 / std::sqrt(0.001)));
  // Keras adds epsilon before the correction.
  const double small = 1e-7, c = std::sqrt(0.001);
  const Span tiny = UpdatedWithin(adam, {1}, {small}, kUnit, kSmallest);
  EXPECT_TRUE(tiny.contains(1 - 0.125 * small / (small + adam.epsilon)));
  EXPECT_TRUE(tiny.contains(1 - 0.125 * small / (small + adam.epsilon / c)));
}

TEST(StepBound, SaysNothingBeyondTheType) {
  gradient::Optimizer adam{.kind = gradient::OptimizerKind::kAdam};
  EXPECT_TRUE(UpdatedWithin(adam, {1}, {1e30}, kUnit, kSmallest).contains(-1e30));
}

}  // namespace
}  // namespace assay::training
