#include "study/literal_chain.h"

#include <algorithm>

#include "study/statistics.h"

namespace assay::study {

ChainCounts RunLiteralChain(const ModelCase& seed, const ChainOptions& options,
                            const std::function<Fate(const LiteralLink&)>& visit) {
  ChainCounts counts;
  ModelCase current = seed;
  const mutate::MutateOptions how{.where = options.where, .unconstrained = true, .literal = true};
  Rng rng(options.seed);
  int order = 0;
  for (int round = 1; round <= options.rounds; ++round) {
    ++counts.rounds;
    const mutate::MutatorDef& mutator =
        *rng.Pick(std::span<const mutate::MutatorDef* const>(options.mutators));
    Rng own = rng.Split();
    auto mutant = mutate::Mutate(current, mutator, own, how);
    if (!mutant.ok()) {
      ++counts.no_site;
      continue;
    }
    ++counts.mutants;
    campaign::Prepared prepared;
    campaign::Made made{.model_case = mutant->result};
    const auto legality =
        campaign::Prepare(std::move(made), campaign::Realism(), prepared, /*literal=*/true);
    if (legality != campaign::Legality::kLegal) {
      counts.refused += legality == campaign::Legality::kRefused ? 1 : 0;
      ++counts.illegal;
      continue;
    }
    const Fate fate = visit({round, order + 1, prepared});
    const bool illegal = !fate.ran || prepared.out_of_range;
    counts.illegal += illegal ? 1 : 0;
    if (fate.ran && prepared.out_of_range) counts.out_of_range.push_back(round);
    if (!illegal) {
      current = std::move(mutant->result);
      ++order;
    }
    if (fate.enough) break;
  }
  return counts;
}

nlohmann::json LiteralRun::Json(const LiteralLink& link) const {
  return {{"round", link.round},
          {"order", link.order},
          {"d", ToJson(compared.distance)},
          {"r", ToJson(compared.rate)}};
}

LiteralRun RunMutant(const LiteralLink& link, const std::vector<lab::Target>& targets,
                     lab::Lab& lab) {
  LiteralRun out;
  // R asks for a second run: of what is out of range it says nothing.
  const bool rates = !link.prepared.out_of_range;
  out.compared = Compare(link.prepared.subject, targets, lab, rates);
  out.ran = std::ranges::any_of(out.compared.run_ms, [](double ms) { return ms >= 0; });
  return out;
}

}  // namespace assay::study
