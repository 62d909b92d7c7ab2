// Bisection over released versions.
//
// A defect is taken to have come once: from the version that showed it backwards, the nearest right
// one is the last good. Versions that say nothing (too old for the model, say) are passed over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "triage/locate/trial.h"

namespace assay::triage::locate {

struct TriedVersion {
  std::string version;
  Answer answer;
  std::string status;
};

struct VersionRange {
  std::string first_bad;        // the oldest version that shows it, no right one in between
  std::string last_good;        // "": none was found
  std::string newest_bad = {};  // the newest version that shows it
  std::string mended = {};      // the oldest right one behind that; "": none was found
};

// Numbers are compared as numbers, part by part: 1.9 < 1.17.
bool VersionLess(const std::string& a, const std::string& b);

VersionRange RangeOf(const std::vector<TriedVersion>& tried, const std::string& known_bad);

// What to try next: the oldest while no right one is known, then the middle between the last good
// and the first bad; nothing when the question is answered or too many have said nothing.
std::optional<std::string> NextVersion(const std::vector<std::string>& released,
                                       const std::vector<TriedVersion>& tried,
                                       const std::string& known_bad);

// How many tries that takes at most for `count` versions.
int MostTries(size_t count);

}  // namespace assay::triage::locate
