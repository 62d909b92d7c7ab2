// The plain formulas against the same optimisers as models (gradient/optimizer_step.h).
#include "lessons.h"
#include "reference/evaluator.h"
#include "training/trainings.h"

namespace assay::training {
namespace {

Known Of(const Tensor& tensor) { return Known(Bounded::From(tensor, {}).value()); }

Tensor Number(double value) { return MakeTensor(DType::kFloat64, Shape{1}, {&value, 1}); }

// y = w x with x = 1 and label t has the gradient 2 (w - t); t is chosen to make it what is wanted.
TEST(Optimizer, AgreesWithTheModels) {
  auto model =
      ParseModelText("graph (x: float64[1]) -> (y) { w: float64[1] = [2]\n y = Mul(x, w) }");
  ASSERT_TRUE(ops::InferTypes(*model).ok());
  const gradient::GradientModel gradient = gradient::Differentiate(*model, {}, {"w"}).value();
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const auto optimizer = DrawSpec(SmallSubject().model, seed)->optimizer;
    double w = 2;
    OptimizerState state;
    std::vector<Known> states;
    for (int64_t step = 1; step <= 3; ++step) {
      const double g = 3.0 - static_cast<double>(step);
      gradient::StepModel built = gradient::AddStep(gradient, {"w"}, optimizer, step).value();
      Graph& graph = built.gradient.model.graph;
      graph.SetInitializer(graph.Find("w"), Number(w));
      std::vector<Known> inputs = {Of(Number(1)), Of(Number(w - g / 2))};
      inputs.insert(inputs.end(), states.begin(), states.end());
      const auto run = reference::Evaluate(built.gradient.model, inputs).value();
      const size_t first = run.outputs.size() - built.states.size() - 1;
      w = Advance(optimizer, step, Number(w), Number(g), state).RealAt(0);
      EXPECT_NEAR(run.outputs[first].tensor.real(0).v, w, 1e-12);
      states.assign(run.outputs.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                    run.outputs.end());
    }
  }
}

}  // namespace
}  // namespace assay::training
