// Export and construction: ways through files and layers, which are modes of their own and are
// blamed only for what they add (lab::Mode::baselines).
#include "campaign/stage.h"

namespace assay::campaign {

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
