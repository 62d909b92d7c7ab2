#include "mirror/model/pair_knowledge.h"

#include "base/strings.h"
#include "knowledge/pool/pool.h"
#include "lab/registry.h"

namespace assay::mirror {

Result<Knowledge> PairKnowledge::Of(const Direction& direction) {
  std::unique_ptr<knowledge::FoundPairs>& kept = known_[StrCat(direction.from, " ", direction.to)];
  if (kept == nullptr) {
    ASSAY_ASSIGN(knowledge::FoundPairs found,
                 knowledge::PairsOf({.from = direction.from, .to = direction.to}));
    // Left out here, not where pairs are made: other runs go on with what is kept there.
    if (names_only_)
      std::erase_if(found.pairs.pairs,
                    [](const knowledge::Pair& pair) { return pair.by != "name"; });
    kept = std::make_unique<knowledge::FoundPairs>(std::move(found));
  }
  return Knowledge{&kept->from, &kept->to, &kept->pairs};
}

Result<std::vector<Sample>> PoolSamples() {
  ASSAY_ASSIGN(const auto pool, knowledge::LoadPool(lab::HomeFolder() + "/pool"));
  std::vector<Sample> out;
  for (const knowledge::PoolProgram& program : pool)
    out.push_back({program.framework, program.shows, program.api, program.message, program.code});
  return out;
}

}  // namespace assay::mirror
