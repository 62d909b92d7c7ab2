// Labelled data: small classification tasks with known answers, for what a framework's training is
// worth in the end (metric.h).
//
// All of it is drawn, from one seed: two moons where the data has two numbers and two classes,
// otherwise a cloud around a point for each class. Trained on is one batch, judged on another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "graph/model_case.h"

namespace assay::training {

// Where a model takes data and gives scores of classes.
struct TaskSite {
  std::string input;   // [batch, ...], float
  std::string output;  // [batch, classes], float
};

// Nothing when `model` (types inferred) has not exactly one input that must be fed, a float batch
// of at least kMinBatch, or no such output.
inline constexpr int64_t kMinBatch = 64;
std::optional<TaskSite> FindTaskSite(const Model& model);

struct LabelledData {
  Tensor data;
  std::vector<int64_t> classes;
};

// `count` batches of the same task.
std::vector<LabelledData> DrawLabelled(DType dtype, const Shape& shape, int64_t classes, int count,
                                       Rng& rng);

// Models for such tasks, with weights and data from a fixed seed: seeds of campaigns.
struct TaskDef {
  std::string_view name, meaning;
  ModelCase (*build)();
};
std::span<const TaskDef> AllTasks();

}  // namespace assay::training
