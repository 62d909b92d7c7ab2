// Pairs of reports that mirror each other: analogous inputs and functions, analogous bugs, in two
// frameworks. Data: data/mirror/pairs.toml.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::knowledge {

struct MirrorPair {
  std::string a, b;      // "pytorch/pytorch#117757"
  std::string category;  // of the four
  std::string why;       // what the two share, in our own words
  std::string source;    // "paper": named in the study; "own": found here
};

// An error names the file, the entry and what is wrong with it: a name that is none, the same
// framework twice, an unknown category, an entry without a reason, the same pair twice.
Result<std::vector<MirrorPair>> LoadMirrorPairs(const std::string& path);

}  // namespace assay::knowledge
