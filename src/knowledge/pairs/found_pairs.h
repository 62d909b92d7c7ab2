// The twins across two installed frameworks: found, or made on demand.
#pragma once

#include <string>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"

namespace assay::knowledge {

struct PairsRequest {
  std::string from, to;  // frameworks, as `assay docs` knows them
  bool names_only = false;
  bool anew = false;
};

struct FoundPairs {
  PairBase pairs;
  ApiBase from, to;
  std::string file;     // where the pairs are kept
  std::string warning;  // why they are by name only although more was asked for; "": they are not
};

// Reads (or makes) the documentation of both, fetches the embedding model where it is missing, and
// compares, unless that was done before with the same documentation and rules. Progress on stderr.
Result<FoundPairs> PairsOf(const PairsRequest& request);

}  // namespace assay::knowledge
