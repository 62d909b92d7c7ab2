// The zoo: subject models built as our own `Model`, with seeded weights and inputs like the data.
//
// One file per model or close family, one line each in zoo.def. Every node's name begins with its
// role, `backbone/` (feature extraction) or `head/` (the task's own part), then the layer's name as
// the literature has it. A model's two sizes are the same graph: kFull is the published
// architecture, kSmall has few channels and small images, so that the reference evaluates it with
// bounds in milliseconds. docs/reference/campaigns.md says what was chosen where the literature
// varies.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/rng.h"
#include "graph/model_case.h"

namespace assay::zoo {

enum class Size { kSmall, kFull };

using Subject = ModelCase;

struct ZooDef {
  std::string_view name, task, dataset, meaning;  // meaning: one line for people
  bool study = true;  // a subject of the study, or one that people run today
  Subject (*build)(Size size, Rng& rng) = nullptr;
};

// In the order of zoo.def.
std::span<const ZooDef> AllModels();
const ZooDef* FindModel(std::string_view name);  // nullptr when there is none

// Builds, infers types and verifies. Same definition, size and seed: same model and inputs.
Result<Subject> Build(const ZooDef& def, Size size, uint64_t seed);

}  // namespace assay::zoo
