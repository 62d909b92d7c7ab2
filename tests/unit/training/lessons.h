// Small lessons for the tests.
#pragma once

#include <gtest/gtest.h>

#include "graph/text.h"
#include "ops/infer.h"
#include "training/faults.h"
#include "training/trainings.h"
#include "triage/case_bytes.h"

namespace assay::training {

inline constexpr const char* kSmallNet = R"(
graph (x: float32[2,3]) -> (y) {
  w: float32[3,4] = [0.5,-0.25,1,0.75, -1,0.5,0.25,-0.5, 0.125,1,-0.75,0.5]
  b: float32[4] = [0.1,-0.2,0.3,0.05]
  v: float32[4,2] = [1,-0.5, 0.25,0.75, -1,0.5, 0.3,0.2]
  h = MatMul(x, w)
  s = Add(h, b)
  r = Tanh(s)
  y = MatMul(r, v)
}
)";

inline oracle::Subject SubjectOf(const char* text, const std::vector<double>& x) {
  auto model = ParseModelText(text);
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().message);
  EXPECT_TRUE(ops::InferTypes(*model).ok());
  const TensorType& type = model->graph.type(model->graph.inputs[0]).tensor;
  ModelCase made{*model, {MakeTensor(type.dtype, *type.shape(), x)}};
  return triage::MakeSubject(made).value();
}

inline oracle::Subject SmallSubject() {
  return SubjectOf(kSmallNet, {0.3, -0.7, 1.1, 0.9, 0.2, -0.4});
}

// The first lesson from `seed` on that `fits`.
template <typename F>
TrainingCase LessonWhere(const oracle::Subject& subject, F fits, uint64_t seed = 0) {
  while (true) {
    auto lesson = MakeTrainingCase(subject, seed++);
    EXPECT_TRUE(lesson.ok()) << (lesson.ok() ? "" : lesson.error().message);
    if (!lesson.ok() || fits(lesson->spec)) return std::move(lesson).value();
  }
}

// What a careful framework answers.
inline Trained Learn(const TrainingCase& lesson, uint64_t seed = 7) {
  Trained out;
  Rng rng(seed);
  std::vector<Tensor> parameters = ParameterTensors(lesson);
  std::vector<OptimizerState> states(parameters.size());
  for (int step = 1; step <= lesson.spec.steps; ++step) {
    const Execution run = Execute(lesson, rng, {.parameters = &parameters}).value();
    out.losses.push_back(run.loss);
    for (size_t i = 0; i < parameters.size(); ++i)
      parameters[i] =
          Advance(lesson.spec.optimizer, step, parameters[i], run.gradients[i], states[i]);
    if (step > kJudgedSteps) continue;
    out.gradients[step - 1].assign(run.gradients.begin(), run.gradients.end());
    out.updated[step - 1] = parameters;
  }
  return out;
}

}  // namespace assay::training
