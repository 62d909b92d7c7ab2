// Results that are right but stand in each other's place.
#pragma once

#include <vector>

#include "oracle/evidence.h"

namespace assay::oracle {

// Marks pairs of wrong outputs of which each is what the other should be.
void MarkExchanged(const Truth& truth, const lab::Observation& seen,
                   std::vector<Judgement>& outputs);

// The same of tensors inside: of two wrong layers of one type, both are right, and nothing new is
// wrong, once their results are exchanged. `values` holds the inputs and all that was seen.
void MarkExchanged(const Model& model, const NamedTensors& values, std::vector<LayerFault>& faults);

}  // namespace assay::oracle
