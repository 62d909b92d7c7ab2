// The twins across two installed frameworks, for commands.
#pragma once

#include "knowledge/pairs/found_pairs.h"

namespace assay::cli::pairs {

using Request = knowledge::PairsRequest;
using Answer = knowledge::FoundPairs;
using knowledge::PairsOf;

// Prints `answer`'s warning on stderr.
void Warn(const Answer& answer);

}  // namespace assay::cli::pairs
