// What a case should take on a target: steps of each kind times what such a step takes there, which
// is measured on the spot with simple models of one operator each.
//
// Rough on purpose: operators of one kind differ by several times, so only what is many times
// slower than predicted says anything.
#pragma once

#include <array>
#include <optional>

#include "resources/bench.h"
#include "resources/work.h"

namespace assay::resources {

struct CostModel {
  double run_ms = 0;                         // a run of next to nothing
  std::array<double, kWorkKinds> step_ns{};  // by WorkKind

  double PredictMs(const Work& work) const;
};

// Nothing when the target cannot run even these.
std::optional<CostModel> Calibrate(Bench& bench);

}  // namespace assay::resources
