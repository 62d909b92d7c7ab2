#include "training/labelled.h"

#include <set>

#include "lessons.h"

namespace assay::training {
namespace {

Model ModelOf(const std::string& text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return model;
}

TEST(Labelled, FindsWhereDataGoes) {
  const auto site = FindTaskSite(
      ModelOf("graph (x: float32[64,3]) -> (y) { w: float32[3,2] = fill(1) y = MatMul(x, w) }"));
  ASSERT_TRUE(site.has_value());
  EXPECT_EQ(site->input, "x");
  EXPECT_EQ(site->output, "y");
}

TEST(Labelled, NeedsABatchOneInputAndFewClasses) {
  EXPECT_FALSE(FindTaskSite(SmallSubject().model).has_value());
  EXPECT_FALSE(FindTaskSite(ModelOf("graph (x: float32[64,9]) -> (y) { y = Relu(x) }")));
  EXPECT_FALSE(
      FindTaskSite(ModelOf("graph (x: float32[64,2], z: float32[64,2]) -> (y) { y = Add(x, z) }")));
}

TEST(Labelled, BatchesAreOfOneTask) {
  Rng rng(1), again(1);
  const auto drawn = DrawLabelled(DType::kFloat32, {200, 5}, 3, 2, rng);
  ASSERT_EQ(drawn.size(), 2U);
  EXPECT_EQ(drawn[0].data, DrawLabelled(DType::kFloat32, {200, 5}, 3, 2, again)[0].data);
  EXPECT_NE(drawn[0].data, drawn[1].data);
  // The classes' means are in both batches at the same places, up to noise.
  std::vector<double> mean[2] = {std::vector<double>(3), std::vector<double>(3)};
  for (int b = 0; b < 2; ++b) {
    std::vector<int> count(3);
    for (size_t i = 0; i < 200; ++i) {
      const auto c = static_cast<size_t>(drawn[b].classes[i]);
      mean[b][c] += drawn[b].data.RealAt(static_cast<int64_t>(5 * i));
      ++count[c];
    }
    for (size_t c = 0; c < 3; ++c) mean[b][c] /= count[c];
  }
  for (size_t c = 0; c < 3; ++c) EXPECT_NEAR(mean[0][c], mean[1][c], 0.6);
}

TEST(Labelled, TasksHaveNamesAndFit) {
  std::set<std::string_view> names;
  for (const TaskDef& def : AllTasks()) {
    EXPECT_TRUE(names.insert(def.name).second);
    EXPECT_FALSE(def.meaning.empty());
    EXPECT_TRUE(FindTaskSite(def.build().model).has_value()) << def.name;
  }
}

int64_t Elements(const Graph& graph) {
  int64_t out = 0;
  for (ValueId id = 0; id < static_cast<ValueId>(graph.value_count()); ++id)
    if (graph.type(id).is_tensor() && graph.type(id).tensor.shape().has_value())
      out += ElementCount(*graph.type(id).tensor.shape());
  return out;
}

TEST(Labelled, TasksAreSmallEnoughToBeTrained) {
  for (const TaskDef& def : AllTasks()) {
    const oracle::Subject subject = triage::MakeSubject(def.build()).value();
    int labelled = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      const TrainingCase lesson = MakeTrainingCase(subject, seed).value();
      labelled += lesson.spec.labelled() ? 1 : 0;
      if (seed == 19) {
        EXPECT_GE(labelled, 3) << def.name << ": " << Elements(lesson.gradient.model.graph)
                               << " elements";
      }
    }
  }
}

}  // namespace
}  // namespace assay::training
