// The pairs of two installed frameworks, and a third framework that is asked who is right.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mirror/pairs/subject.h"
#include "trial/twin/twin_source.h"

namespace assay::mirror::pairs {

// What subjects point into.
struct PairsAtHand {
  knowledge::ApiBase from;
  trial::TwinSource to;
  std::optional<trial::TwinSource> third;
  std::vector<Subject> subjects;      // all that can be fuzzed
  std::vector<std::string> warnings;  // for people: what had to be done without
};

// Reads (or makes) documentation and pairs. `names_only`: without those that the similarity model
// found. Without a third framework that is ready, fewer differences can be decided; a warning says
// so.
Result<std::unique_ptr<PairsAtHand>> FindPairs(const std::string& from, const std::string& to,
                                               bool names_only);

}  // namespace assay::mirror::pairs
