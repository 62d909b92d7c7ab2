#include "study/chain.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "campaign/rounds.h"
#include "onnx/official.h"
#include "study/settings.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace {

// Counts one mutant; true when it is legal by both rules.
bool Judge(const ModelCase& made, int round, campaign::Prepared& prepared, ChainCounts& counts) {
  ++counts.mutants;
  campaign::Made wrapped;
  wrapped.model_case = made;
  const campaign::Legality legality =
      campaign::Prepare(std::move(wrapped), campaign::Realism(), prepared);
  const bool refused = legality == campaign::Legality::kRefused ||
                       !onnxio::CheckWithOfficialInference(made.model).ok();
  counts.refused += refused ? 1 : 0;
  // What the rules refuse crashes while it is loaded.
  const bool illegal = refused || legality == campaign::Legality::kInvalid;
  counts.illegal += illegal ? 1 : 0;
  // There is a truth, and it is out of range.
  if (!refused && illegal && !prepared.truth.lenient.empty()) counts.out_of_range.push_back(round);
  return !illegal;
}

}  // namespace

ChainCounts RunChain(const ModelCase& seed, const ChainOptions& options,
                     const std::function<bool(const Link&)>& visit) {
  ChainCounts counts;
  ModelCase current = seed;
  mutate::MutateOptions mutate_options;
  mutate_options.unconstrained = options.unconstrained;
  mutate_options.where = options.where;
  Rng rng(options.seed);
  int order = 0;
  for (int round = 1; round <= options.rounds; ++round) {
    ++counts.rounds;
    const mutate::MutatorDef& mutator =
        *rng.Pick(std::span<const mutate::MutatorDef* const>(options.mutators));
    Rng own = rng.Split();
    auto mutant = mutate::Mutate(current, mutator, own, mutate_options);
    if (!mutant.ok()) {
      ++counts.no_site;
      continue;
    }
    campaign::Prepared prepared;
    if (!Judge(mutant->result, round, prepared, counts)) continue;
    current = std::move(mutant->result);
    ++order;
    if (visit && !visit({round, order, prepared})) break;
  }
  return counts;
}

std::vector<const mutate::MutatorDef*> MutatorsOf(std::string_view name) {
  std::vector<const mutate::MutatorDef*> out;
  for (const std::string_view candidate : kOperators)
    if (name == kGroup || name == candidate) out.push_back(mutate::FindMutator(candidate));
  return out;
}

int RoundsFor(std::string_view name, size_t nodes, double scale) {
  const int rounds = name == kGroup
                         ? campaign::kRoundsPerSeed
                         : campaign::Rounds(*MutatorsOf(name).front(), campaign::DepthOf(nodes));
  return std::max(1, static_cast<int>(std::lround(rounds * scale)));
}

Result<ModelCase> SubjectModel(const std::string& name) {
  const zoo::ZooDef* def = zoo::FindModel(name);
  if (def == nullptr)
    return Invalid(StrCat("there is no subject model '", name, "'; see assay zoo list"));
  return zoo::Build(*def, zoo::Size::kSmall, 0);
}

}  // namespace assay::study
