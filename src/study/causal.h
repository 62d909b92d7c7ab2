// Causal localisation, as AUDEE has it (Guo et al., ASE 2020; reconstructed): first the layer at
// which two targets part, then, one at a time, what of it may be changed so that they no longer do.
//
// The layer: of a NaN or an infinity the first that one target has and the other has not; of a
// difference the one whose R (oracle/layers.h) is largest; of a failure the last layer of the
// shortest beginning of the model on which one target still fails. An intervention leaves out one
// attribute, or sets one weight, or the model's inputs, to ones; it is a cause when both targets
// then run and agree.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/lab.h"
#include "oracle/evidence.h"

namespace assay::study {

struct Cause {
  std::string op, tensor;               // "": the two agree, or nothing can be told
  std::vector<std::string> parameters;  // attributes, weights by name, "inputs"
  nlohmann::json Json() const;
};

// Two targets. Runs some models more on each.
Cause LocaliseCause(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                    lab::Lab& lab);

}  // namespace assay::study
