// What the mutators of sliding windows share: apply a changed window, then repair what follows.
#pragma once

#include "mutate/mutator.h"
#include "mutate/window.h"

namespace assay::mutate {

// Convolutions and poolings whose result may change without harm.
std::vector<Site> FindWindows(const Model& model);

// Half of the time a changed output size is left alone where the rest of the model stands it; a
// developer would do the same.
inline constexpr double kLeaveSize = 0.5;

// `base` with node `site.node` replaced by `node` (same inputs and outputs, other attributes or
// weights), and its result brought back to the old shape where needed.
Result<ModelCase> ReplaceLayer(ModelCase made, const Site& site, Node node, Rng& rng);

}  // namespace assay::mutate
