#include "training/trainings.h"

#include "lessons.h"

namespace assay::training {
namespace {

TrainingCase WithCurve() {
  return LessonWhere(SmallSubject(), [](const Spec& spec) {
    return spec.has_curve() && spec.loss == gradient::LossKind::kMeanSquared;
  });
}

TEST(Trainings, AgreeAndLearn) {
  const TrainingCase lesson = WithCurve();
  const Training first = TrainReference(lesson, 0);
  for (int i = 0; i < kTrainings; ++i) {
    const Training training = TrainReference(lesson, i);
    ASSERT_EQ(training.losses.size(), static_cast<size_t>(lesson.spec.steps));
    EXPECT_NEAR(training.losses.back(), first.losses.back(), 1e-3 * first.losses.front());
    EXPECT_LT(training.losses.back(), training.losses.front());
    ASSERT_EQ(training.parameters.size(), lesson.spec.parameters.size());
  }
}

TEST(Trainings, TakeBothSidesOfATie) {
  const oracle::Subject subject = SubjectOf(
      "graph (x: float32[2]) -> (y) { w: float32[2] = [0, 0] s = Mul(x, w) y = Relu(s) }", {1, 2});
  const TrainingCase lesson = LessonWhere(subject, [](const Spec& spec) {
    return spec.has_curve() && spec.loss == gradient::LossKind::kMeanSquared &&
           spec.optimizer.kind == gradient::OptimizerKind::kSgd;
  });
  EXPECT_NE(TrainReference(lesson, 0).losses.back(), TrainReference(lesson, 4).losses.back());
}

TEST(Trainings, AreTheSameEveryTimeAndNotOfOneAnother) {
  const TrainingCase lesson = WithCurve();
  EXPECT_EQ(TrainReference(lesson, 3).losses, TrainReference(lesson, 3).losses);
  EXPECT_NE(TrainReference(lesson, 3).losses, TrainReference(lesson, 5).losses);
}

}  // namespace
}  // namespace assay::training
