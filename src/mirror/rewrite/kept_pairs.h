// The pair base of a direction among those that were kept on this machine: one file per pair of
// versions, of which several may be there.
#pragma once

#include <string>
#include <vector>

#include "knowledge/pairs/pair_base.h"
#include "mirror/direction.h"

namespace assay::mirror {

struct Versions {
  std::string from, to;
};

// Of the files of a folder (by their names) the one for these versions, or the nearest to them; a
// version that is not known ("") is met best by the newest. "": none is of that direction.
std::string NearestPairFile(const std::vector<std::string>& names, const Direction& direction,
                            const Versions& installed);

// What the environments hold; "" for a framework that is not there.
Versions InstalledVersions(const Direction& direction);

Result<knowledge::PairBase> KeptPairs(const Direction& direction);

// "torch 2.13.0 and jax 0.4.18 (0.10.2 is installed; …)"; without the brackets where they fit.
std::string DescribePairs(const knowledge::PairBase& base, const Versions& installed);

}  // namespace assay::mirror
