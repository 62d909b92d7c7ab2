// The programs of a run: whether they are still the same, and the twins that it can go by.
#pragma once

#include <string>
#include <vector>

#include "mirror/run.h"

namespace assay::mirror {

// Equal as long as the programs are.
std::string DigestOf(const std::vector<Input>& inputs);

// How many twins of APIs a run could go by, of all its directions.
struct PairsKnown {
  size_t all = 0, by_model = 0;
  std::vector<std::string> versions;  // of the frameworks that they are of, for people
};
PairsKnown CountPairs(const std::vector<Input>& inputs, bool names_only);

}  // namespace assay::mirror
