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

}  // namespace assay::campaign
