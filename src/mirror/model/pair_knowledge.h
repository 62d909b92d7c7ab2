// What a model is told of two frameworks: documentation and twins, found when they are first
// needed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "knowledge/pairs/found_pairs.h"
#include "mirror/model/prompts.h"

namespace assay::mirror {

class PairKnowledge {
 public:
  // `names_only`: without the twins that the similarity model found.
  explicit PairKnowledge(bool names_only) : names_only_(names_only) {}

  // Lives as long as this does.
  Result<Knowledge> Of(const Direction& direction);

 private:
  const bool names_only_;
  std::map<std::string, std::unique_ptr<knowledge::FoundPairs>> known_;  // by direction
};

// What baselines show as examples: the programs of the starter pool.
Result<std::vector<Sample>> PoolSamples();

}  // namespace assay::mirror
