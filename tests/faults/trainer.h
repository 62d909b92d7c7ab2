// Trainer: does the task `train` rightly in the model's own precision, save for one planted fault.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "graph/graph.h"
#include "training_fault.h"

namespace assay::faults {

// `inputs` by name, labels too. `fault` null: unbroken. The answers are by name
// (training/lesson.h); the same case gives the same bits.
Result<std::map<std::string, Datum>> Train(const Model& model,
                                           const std::map<std::string, Datum>& inputs,
                                           const std::string& settings, const TrainingFault* fault);

}  // namespace assay::faults
