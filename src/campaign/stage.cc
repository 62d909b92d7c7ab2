#include "campaign/stage.h"

#include <array>

namespace assay::campaign {

#define STAGE(Name) StageDef Name##StageDef();
#include "campaign/stages.def"
#undef STAGE

StageDef InferStageDef() {
  return {.name = "infer", .meaning = "run the model", .examine = Examine, .packs = true};
}

std::span<const StageDef> AllStages() {
  static const std::array kAll = {
#define STAGE(Name) Name##StageDef(),
#include "campaign/stages.def"
#undef STAGE
  };
  return kAll;
}

const StageDef* FindStage(std::string_view name) {
  for (const StageDef& stage : AllStages())
    if (stage.name == name) return &stage;
  return nullptr;
}

// Ways through files and layers, which are modes of their own and are blamed only for what they add
// (lab::Mode::baselines).
StageDef ExportStageDef() {
  return {.name = "export",
          .meaning = "save, convert or quantise it, load it again and run that",
          .examine = Examine,
          .own_modes = true};
}

StageDef ConstructStageDef() {
  return {.name = "construct",
          .meaning = "build it from the framework's layers instead of its functions",
          .examine = Examine,
          .own_modes = true};
}

}  // namespace assay::campaign
