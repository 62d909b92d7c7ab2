// Sizes of graph inputs that become symbols.
#pragma once

#include "base/rng.h"
#include "graph/graph.h"

namespace assay::generate {

// Gives some axes of the graph's inputs names in place of their sizes ("batch" for a first axis,
// "d1", "d2" … for others; axes of one name have one size) and infers all types anew. False, and
// the model as before, when there is no axis to name or inference does not accept any of a few
// choices.
bool MakeDynamic(Rng& rng, Model& model);

}  // namespace assay::generate
