// In how many cases and campaigns a finding was seen.
//
// A later campaign with the same seed runs the same cases again: that is no further evidence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/rows.h"

namespace assay::report {

struct Seen {
  int64_t cases = 0;      // that differ, of those that were kept
  int64_t campaigns = 0;  // that saw it, as far as cases were kept; 0: not known
  bool all = false;       // every case that showed it was kept
};

Seen SeenOf(const store::FindingRow& row, const std::vector<store::SightingRow>& sightings);

// "in 3 different cases, in 2 campaigns"; "once", "21 times, in 7 different cases at least".
std::string SeenText(const store::FindingRow& row,
                     const std::vector<store::SightingRow>& sightings);

// One of each case, in the order in which they come.
std::vector<const store::SightingRow*> DistinctCases(
    const std::vector<store::SightingRow>& sightings);

}  // namespace assay::report
