// Right answers pass, and each kind of wrong one is told by its name.
#include "training/faults.h"

#include <cmath>
#include <limits>

#include "lessons.h"

namespace assay::training {
namespace {

std::optional<Fault> Find(const TrainingCase& lesson, const Trained& seen) {
  ReferenceRuns runs(lesson);
  return FindFault(lesson, seen, runs);
}

std::string OracleOf(const TrainingCase& lesson, const Trained& seen) {
  const auto fault = Find(lesson, seen);
  return fault.has_value() ? fault->oracle : "";
}

Tensor Scaled(const Tensor& tensor, double factor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.count(); ++i) values.push_back(factor * tensor.RealAt(i));
  return MakeTensor(tensor.dtype(), tensor.shape(), values);
}

TrainingCase AnyLesson() {
  return LessonWhere(SmallSubject(), [](const Spec& spec) {
    return spec.loss == gradient::LossKind::kMeanSquared &&
           spec.optimizer.kind == gradient::OptimizerKind::kSgd && spec.optimizer.momentum > 0;
  });
}

TEST(Faults, RightAnswersPass) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const TrainingCase lesson = MakeTrainingCase(SmallSubject(), seed).value();
    const auto fault = Find(lesson, Learn(lesson, seed));
    EXPECT_FALSE(fault.has_value()) << fault->message << "\n" << lesson.spec.Save();
  }
}

TEST(Faults, Loss) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.losses[0] *= 1.01;
  EXPECT_EQ(OracleOf(lesson, seen), "loss");
}

TEST(Faults, GradientAndItsOperator) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.gradients[0][0] = Scaled(*seen.gradients[0][0], 1.01);
  seen.gradients[0][1] = Scaled(*seen.gradients[0][1], 2);
  const auto fault = Find(lesson, seen);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->oracle, "gradient");
  EXPECT_EQ(fault->cause, "Add");  // nearer to the loss than MatMul
}

TEST(Faults, GradientOfZerosOrOtherShape) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.gradients[0][2] = Scaled(*seen.gradients[0][2], 0);
  EXPECT_EQ(OracleOf(lesson, seen), "gradient");
  seen = Learn(lesson);
  seen.gradients[0][1] = seen.gradients[0][1]->Reshaped(Shape{2, 2});
  EXPECT_EQ(OracleOf(lesson, seen), "gradient");
}

TEST(Faults, NoneIsNotZero) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.gradients[0][1].reset();
  EXPECT_EQ(OracleOf(lesson, seen), "none-gradient");
}

TEST(Faults, NoneWhereNothingFlowsIsRight) {
  const oracle::Subject subject = SubjectOf(
      "graph (x: float32[2]) -> (y) { w: float32[2] = [1,2]  f = Floor(w)  y = Mul(x, f) }",
      {0.5, 2});
  const TrainingCase lesson = MakeTrainingCase(subject, 3).value();
  Trained seen = Learn(lesson);
  EXPECT_EQ(OracleOf(lesson, seen), "");
  for (auto& step : seen.gradients) step[0].reset();
  for (auto& step : seen.updated) step[0] = ParameterTensors(lesson)[0];
  EXPECT_EQ(OracleOf(lesson, seen), "");
}

TEST(Faults, Nan) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.gradients[0][0] = Scaled(*seen.gradients[0][0], std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(OracleOf(lesson, seen), "nan-gradient");
}

TEST(Faults, NormsHaveNoDerivativeAtZero) {
  const oracle::Subject subject =
      SubjectOf("graph (x: float32[2]) -> (y) { y = ReduceL2(x) }", {0, 0});
  const TrainingCase lesson = LessonWhere(
      subject, [](const Spec& spec) { return spec.loss == gradient::LossKind::kMeanSquared; });
  Trained seen = Learn(lesson);
  seen.gradients[0][0] = MakeTensor(DType::kFloat32, {2}, std::vector<double>{NAN, NAN});
  ReferenceRuns runs(lesson);
  EXPECT_FALSE(FindFault(lesson, seen, runs).has_value());
}

TEST(Faults, TiesAreNobodysFault) {
  // Relu at exactly zero: any derivative from 0 to 1.
  const oracle::Subject subject =
      SubjectOf("graph (x: float32[3]) -> (y) { y = Relu(x) }", {0, 1, -1});
  const TrainingCase lesson = MakeTrainingCase(subject, 2).value();
  Trained seen = Learn(lesson);
  const Tensor& gradient = *seen.gradients[0][0];
  for (const double choice : {0.0, 0.5, 1.0}) {
    Rng rng(1);
    seen.gradients[0][0] = Execute(lesson, rng, {.tie = choice})->gradients[0];
    EXPECT_EQ(OracleOf(lesson, seen), "") << choice;
  }
  seen.gradients[0][0] = Scaled(gradient, 3);
  EXPECT_EQ(OracleOf(lesson, seen), "gradient");
}

TEST(Faults, StepsByTheirOwnGradients) {
  const TrainingCase lesson = AnyLesson();
  Trained seen = Learn(lesson);
  seen.updated[0][1] = Scaled(seen.updated[0][1], 1.001);
  EXPECT_EQ(OracleOf(lesson, seen), "step");
  // A wrong momentum shows in the second step alone.
  gradient::Optimizer damped = lesson.spec.optimizer;
  damped.dampening = 0.5;
  seen = Learn(lesson);
  OptimizerState state;
  const Tensor start = ParameterTensors(lesson)[0];
  const Tensor first = Advance(damped, 1, start, *seen.gradients[0][0], state);
  seen.updated[1][0] = Advance(damped, 2, first, *seen.gradients[1][0], state);
  EXPECT_EQ(OracleOf(lesson, seen), "step");
}

TEST(Faults, AStepFromNanLeadsAnywhere) {
  // The derivative of Sqrt at 0 is infinite, or NaN after a product with 0.
  const oracle::Subject subject = SubjectOf(
      "graph (x: float32[2]) -> (y) { w: float32[2] = [0,1]  r = Sqrt(w)  y = Mul(x, r) }",
      {0.5, 2});
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const TrainingCase lesson = MakeTrainingCase(subject, seed).value();
    EXPECT_EQ(OracleOf(lesson, Learn(lesson)), "") << lesson.spec.Save();
  }
}

TEST(Faults, LaterStepsShowInTheCurve) {
  const TrainingCase lesson = LessonWhere(SmallSubject(), [](const Spec& spec) {
    return spec.has_curve() && spec.loss == gradient::LossKind::kMeanSquared;
  });
  Trained seen = Learn(lesson);
  for (size_t t = 2; t < seen.losses.size(); ++t) seen.losses[t] = seen.losses[1];
  EXPECT_EQ(OracleOf(lesson, seen), "curve");
}

}  // namespace
}  // namespace assay::training
