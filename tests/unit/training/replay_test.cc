#include "lessons.h"
#include "training/check.h"

namespace assay::training {
namespace {

TEST(Replay, SettingsSurviveTheRecipe) {
  const Spec spec = DrawSpec(SmallSubject().model, 3).value();
  const auto again = SpecOfRecipe(WithSettings("zoo:gpt > LA@1", spec.Save()));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->Save(), spec.Save());
  EXPECT_FALSE(SpecOfRecipe("zoo:gpt > LA@1").ok());
}

TEST(Replay, AsksForTheSameLesson) {
  const oracle::Subject subject = SmallSubject();
  const TrainingCase lesson = MakeTrainingCase(subject, 5).value();
  const auto request = ReplayOf(lesson.spec).request(subject);
  ASSERT_TRUE(request.ok()) << request.error().message;
  const lab::Request wanted = TaskRequest(lesson);
  EXPECT_EQ(request->task, wanted.task);
  EXPECT_EQ(request->settings, wanted.settings);
  EXPECT_EQ(request->inputs, wanted.inputs);
  EXPECT_EQ(request->model.data(), subject.bytes.data());
}

TEST(Replay, RefusesWhatCannotBeTrained) {
  const Spec spec = DrawSpec(SmallSubject().model, 3).value();
  const oracle::Subject whole =
      SubjectOf("graph (x: float32[2,3]) -> (y) { y = ArgMax(x) }", {1, 2, 3, 4, 5, 6});
  EXPECT_FALSE(ReplayOf(spec).request(whole).ok());
}

}  // namespace
}  // namespace assay::training
