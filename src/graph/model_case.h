// A model together with the inputs it is run on: what the zoo and the generator make and mutators
// change.
#pragma once

#include <vector>

#include "graph/graph.h"
#include "tensor/datum.h"

namespace assay {

struct ModelCase {
  Model model;                // types inferred (ops::InferTypes)
  std::vector<Datum> inputs;  // in the order of model.graph.inputs
};

}  // namespace assay
