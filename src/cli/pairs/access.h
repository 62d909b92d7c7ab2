// The twins across two installed frameworks, for commands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/pairs/found_pairs.h"

namespace assay::cli::pairs {

using Request = knowledge::PairsRequest;
using Answer = knowledge::FoundPairs;
using knowledge::PairsOf;

// How many were found by name, by the model and by behaviour.
std::map<std::string, size_t> CountsOf(const std::vector<const knowledge::Pair*>& pairs);
// "640 by name, 5 by the model, 120 by behaviour".
std::string CountsText(const std::map<std::string, size_t>& counts);

// Prints `answer`'s warning on stderr.
void Warn(const Answer& answer);

}  // namespace assay::cli::pairs
