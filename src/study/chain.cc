#include "study/chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/strings.h"
#include "campaign/rounds.h"
#include "onnx/model_io.h"
#include "onnx/official.h"
#include "oracle/check.h"
#include "oracle/differential.h"
#include "study/settings.h"
#include "study/subjects.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace {

using Runs = std::vector<lab::Observation>;

// Counts one mutant; true when it is legal by both rules.
bool Judge(const ModelCase& made, int round, campaign::Prepared& prepared, ChainCounts& counts) {
  ++counts.mutants;
  campaign::Made wrapped{.model_case = made};
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

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

lab::Observation RunOn(const oracle::Subject& subject, const lab::Target& target, lab::Lab& lab) {
  const std::string refusal =
      target.manifest->Refusal(subject.model.opset(""), oracle::UsedTypes(subject.model.graph));
  if (refusal.empty()) {
    lab::Request request = oracle::PlainRequest(subject);
    request.measure_time = true;
    return lab.Run(target, std::move(request));
  }
  return lab::Observation{.ending = lab::Ending::kUnsupported, .message = refusal};
}

Runs RunAll(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
            lab::Lab& lab) {
  Runs out;
  for (const lab::Target& target : targets) out.push_back(RunOn(subject, target, lab));
  return out;
}

bool Speaks(const lab::Observation& run) {
  return run.ending != lab::Ending::kUnsupported && run.ending != lab::Ending::kNotReady;
}

// Applies `measure` to every pair of runs that say something about the model.
template <typename Measure>
std::vector<double> ForPairs(const std::vector<lab::Target>& targets, const Runs& runs,
                             const Measure& measure) {
  std::vector<double> out;
  for (size_t a = 0; a < runs.size(); ++a)
    for (size_t b = a + 1; b < runs.size(); ++b) {
      const bool both = Speaks(runs[a]) && Speaks(runs[b]);
      const std::vector<oracle::Side> sides = {{targets[a].name, &runs[a]},
                                               {targets[b].name, &runs[b]}};
      out.push_back(both ? measure(sides) : kUnknown);
    }
  return out;
}

oracle::NamedTensors TensorsOf(const lab::Observation& run) {
  oracle::NamedTensors out;
  for (const auto& [name, datum] : run.outputs)
    if (datum.kind == Datum::Kind::kTensor) out[name] = datum.tensor;
  return out;
}

double LargestRate(const Graph& graph, const std::vector<oracle::Side>& sides) {
  if (!sides[0].seen->ok() || !sides[1].seen->ok()) return kUnknown;
  const oracle::NamedTensors a = TensorsOf(*sides[0].seen), b = TensorsOf(*sides[1].seen);
  double largest = 0;
  for (const oracle::Layer& layer : oracle::CompareLayers(
           graph, {{sides[0].target, &a}, {sides[1].target, &b}}, {}, oracle::Ground::kOnes))
    largest = std::max(largest, std::isnan(layer.rate) ? INFINITY : layer.rate);
  return largest;
}

std::vector<double> RatesOf(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                            lab::Lab& lab, double& cpu_ms) {
  oracle::Subject tapped{oracle::WithTaps(subject.model), "", subject.inputs, subject.seed};
  auto bytes = onnxio::SerializeModel(tapped.model);
  if (!bytes.ok()) return {};
  tapped.bytes = std::move(bytes).value();
  const Runs runs = RunAll(tapped, targets, lab);
  for (const lab::Observation& run : runs) cpu_ms += std::max(0.0, run.cpu_ms);
  return ForPairs(targets, runs, [&](const std::vector<oracle::Side>& sides) {
    return LargestRate(subject.model.graph, sides);
  });
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
  return def != nullptr ? zoo::Build(*def, zoo::Size::kSmall, 0) : OtherSubject(name);
}

std::vector<std::string> PairNames(const std::vector<lab::Target>& targets) {
  std::vector<std::string> out;
  for (size_t a = 0; a < targets.size(); ++a)
    for (size_t b = a + 1; b < targets.size(); ++b)
      out.push_back(StrCat(targets[a].name, " vs ", targets[b].name));
  return out;
}

Compared Compare(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                 lab::Lab& lab, bool rates) {
  Compared out;
  const Runs runs = RunAll(subject, targets, lab);
  double cpu_ms = 0;
  for (const lab::Observation& run : runs) {
    // Several threads may have stood in line at the same time.
    const double own = std::max(run.run_ms - std::max(0.0, run.queue_ms),
                                std::min(run.run_ms, std::max(0.0, run.cpu_ms)));
    out.run_ms.push_back(run.ok() ? own : -1);
    cpu_ms += std::max(0.0, run.cpu_ms);
  }
  out.distance = ForPairs(targets, runs, [&](const std::vector<oracle::Side>& sides) {
    return oracle::LargestDistance(subject, sides);
  });
  if (rates) out.rate = RatesOf(subject, targets, lab, cpu_ms);
  out.cpu_seconds = cpu_ms / 1000;
  return out;
}

}  // namespace assay::study
