// Programs of a store with their right answers, for fine-tuning.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "store/store.h"

namespace assay::judge::model {

struct TrainingCases {
  std::string text;       // JSON lines, one conversation each
  nlohmann::json counts;  // {"rows", "labels", "undocumented", "repeated"}
};

// From findings of `assay judge` and from the last run of it with a model. Of a program that is in
// both, the label of the finding counts, which may be a reviewer's.
Result<TrainingCases> ExportTraining(const store::Store& store);

}  // namespace assay::judge::model
