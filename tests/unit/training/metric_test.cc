#include "training/metric.h"

#include "lessons.h"
#include "training/labelled.h"
#include "training/reference_runs.h"

namespace assay::training {
namespace {

TEST(Metric, KnownTails) {
  EXPECT_DOUBLE_EQ(McNemarTail(0, 0), 1);
  EXPECT_NEAR(McNemarTail(5, 0), 1.0 / 32, 1e-12);
  EXPECT_NEAR(McNemarTail(2, 1), 0.5, 1e-12);
  EXPECT_NEAR(McNemarTail(0, 7), 1, 1e-12);
  EXPECT_NEAR(McNemarTail(40, 0), std::ldexp(1, -40), 1e-20);
}

TEST(Metric, MarksAreOfTheLargestScore) {
  const Tensor scores =
      MakeTensor(DType::kFloat32, {4, 2}, std::vector<double>{1, 2, 3, 0, 1, 1, NAN, NAN});
  EXPECT_EQ(MarksOf(scores, {1, 1, 0, 0}), (Marks{true, false, false, false}));
}

Marks Right(int64_t right) {
  Marks out(256, false);
  std::fill_n(out.begin(), right, true);
  return out;
}

TEST(Metric, BlamesOnlyWhatIsBeyondBelief) {
  const std::vector<Marks> references(8, Right(240));
  EXPECT_FALSE(JudgeMetric(references, Right(240)).wrong);
  EXPECT_FALSE(JudgeMetric(references, Right(225)).wrong);
  EXPECT_FALSE(JudgeMetric(references, Right(256)).wrong);
  const MetricVerdict verdict = JudgeMetric(references, Right(200));
  EXPECT_TRUE(verdict.wrong) << verdict.p;
  EXPECT_EQ(verdict.right, 200);
  EXPECT_EQ(verdict.reference_right, 240);
}

TEST(Metric, NothingIsSaidWhereReferencesDiffer) {
  std::vector<Marks> references(8, Right(240));
  references[3] = Right(200);
  EXPECT_FALSE(JudgeMetric(references, Right(20)).wrong);
  references[3].clear();
  EXPECT_FALSE(JudgeMetric(references, Right(20)).wrong);
}

TrainingCase TaskLesson(const TaskDef& def) {
  const oracle::Subject subject = triage::MakeSubject(def.build()).value();
  return LessonWhere(subject, [](const Spec& spec) { return spec.labelled(); });
}

TEST(Metric, ReferencesLearnTheTasksAndAgree) {
  for (const TaskDef& def : AllTasks()) {
    const TrainingCase lesson = TaskLesson(def);
    ReferenceRuns runs(lesson);
    const Tensor before = Predict(lesson, ParameterTensors(lesson), nullptr).value();
    const MetricVerdict untrained = JudgeMetric(runs.AllMarks(), MarksOf(before, lesson.answers));
    EXPECT_TRUE(untrained.wrong) << def.name << ": " << untrained.right << " of "
                                 << untrained.examples << " before, " << untrained.reference_right
                                 << " after";
    EXPECT_GT(untrained.reference_right, 0.8 * static_cast<double>(untrained.examples));
    const Training other = TrainReference(lesson, kTrainings + 1);
    EXPECT_FALSE(JudgeMetric(runs.AllMarks(), ReferenceMarks(lesson, other)).wrong);
  }
}

}  // namespace
}  // namespace assay::training
