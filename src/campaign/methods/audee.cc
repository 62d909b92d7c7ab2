// audee: a genetic search for mutants on which targets are far apart.
//
// A reconstruction: AUDEE (Guo et al., ASE 2020) is not open source. From the paper and the study:
// mutations of inputs, weights and layer parameters, guided by a genetic algorithm whose fitness is
// the distance between frameworks. Everything else here is ours: every seed has a population of
// kPopulation; an individual is a list of mutations of the seed. A child takes the beginning of one
// parent and the end of another, each the best of kTournament drawn ones, and one more mutation;
// it replaces the worst of the population unless it is worse itself. Mutations that do not fit the
// child are left out. After kRoundsPerSeed children the population of a seed starts anew.
#include <algorithm>
#include <cmath>

#include "campaign/operators.h"
#include "campaign/rebuilds.h"
#include "campaign/rounds.h"
#include "campaign/state_bytes.h"

namespace assay::campaign {
namespace {

constexpr size_t kPopulation = 10;
constexpr int kTournament = 3;
constexpr double kCrossover = 0.5;
constexpr size_t kMaxGenes =
    20;  // a child of two long lists is cut: order must not grow without end
constexpr int64_t kAudeeChains = 8;  // cases under way at the same time

constexpr std::array<std::string_view, 10> kAudeeOperators = {
    "input-noise", "special-value", "SM", "DM", "PM", "WS", "NS", "GF", "NAI", "NEB"};

struct Individual {
  Recipe recipe;
  double fitness = 0;
};

struct Population {
  std::string seed;
  std::vector<Individual> members;
};

struct AudeeState : State {
  std::vector<Population> populations;  // as the seeds
  int64_t improved = 0;
};

class AudeeMethod : public Method {
 public:
  AudeeMethod(const Seeds& seeds, const MethodOptions& options)
      : seeds_(seeds),
        options_(options),
        operators_(ChooseOperators(kAudeeOperators, options.mutators)),
        rebuilds_(seeds,
                  {.where = mutate::Where::kAnywhere, .unconstrained = options.unconstrained}) {}

  int64_t block() const override { return std::clamp<int64_t>(Count(), 1, kAudeeChains); }
  int lag() const override { return 1; }
  Judge judge() const override { return Judge::kDMad; }
  bool follows_distance() const override { return true; }
  int64_t limit() const override {
    return operators_.all.empty() ? Count() : Count() == 0 ? 0 : -1;
  }
  std::vector<std::string> notes() const override { return operators_.notes; }

  StatePtr Start() const override {
    auto state = std::make_shared<AudeeState>();
    for (const Seed& seed : seeds_.all()) state->populations.push_back({seed.name, {}});
    return state;
  }

  Result<Made> Make(const State& base, int64_t index, int attempt) const override {
    const auto which = static_cast<size_t>(index % Count());
    const Seed& seed = seeds_.all()[which];
    Made made;
    made.recipe.root = seed.name;
    made.model_case = seed.model_case;
    if (IsStart(index)) return made;
    Rng rng = CaseRng(options_.seed, index, attempt);
    const std::vector<Individual>& members =
        static_cast<const AudeeState&>(base).populations[which].members;
    // The population is filled with single mutations of the seed first.
    if (members.size() >= kPopulation) ASSAY_RETURN_IF_ERROR(Cross(members, rng, made));
    const mutate::MutatorDef& mutator = *rng.Pick(std::span(operators_.all));
    if (!RoundsLeft(made.recipe, mutator, DepthOf(seed.model_case.model.graph.node_count())))
      return Reject(StrCat(mutator.name, " has used up its rounds"));
    ASSAY_ASSIGN(made.model_case, rebuilds_.Extend(made.model_case, made.recipe,
                                                   {std::string(mutator.name), rng.Next()}));
    return made;
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<AudeeState>(static_cast<const AudeeState&>(base));
    for (const Report& report : reports)
      FoldOne(report, next->populations[static_cast<size_t>(report.index % Count())].members,
              *next);
    return next;
  }

  std::string Save(const State& base) const override;
  Result<StatePtr> Load(std::string_view bytes) const override;

  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    const auto& state = static_cast<const AudeeState&>(base);
    int64_t members = 0;
    for (const Population& population : state.populations)
      members += static_cast<int64_t>(population.members.size());
    return {{"improved", state.improved}, {"population", members}};
  }

 private:
  int64_t Count() const { return static_cast<int64_t>(seeds_.all().size()); }
  bool IsStart(int64_t index) const {
    return operators_.all.empty() || index / Count() % (kRoundsPerSeed + 1) == 0;
  }

  static const Individual& Select(const std::vector<Individual>& members, Rng& rng) {
    const Individual* best = nullptr;
    for (int i = 0; i < kTournament; ++i) {
      const Individual& drawn = rng.Pick(std::span(members));
      if (best == nullptr || drawn.fitness > best->fitness) best = &drawn;
    }
    return *best;
  }

  // `made`, the seed, becomes the child of two members.
  Status Cross(const std::vector<Individual>& members, Rng& rng, Made& made) const {
    const Individual& mother = Select(members, rng);
    made.recipe = mother.recipe;
    std::vector<Step> rest;
    if (rng.Chance(kCrossover)) {
      const std::vector<Step>& other = Select(members, rng).recipe.steps;
      made.recipe.steps.resize(
          static_cast<size_t>(rng.Int(0, static_cast<int64_t>(mother.recipe.steps.size()))));
      rest.assign(other.begin() + rng.Int(0, static_cast<int64_t>(other.size())), other.end());
    }
    ASSAY_ASSIGN(made.model_case, rebuilds_.Get(made.recipe));
    for (const Step& step : rest) {
      if (made.recipe.steps.size() >= kMaxGenes) break;
      auto grown = rebuilds_.Extend(made.model_case, made.recipe, step);
      if (grown.ok()) made.model_case = std::move(grown).value();
    }
    return {};
  }

  void FoldOne(const Report& report, std::vector<Individual>& members, AudeeState& state) const {
    if (IsStart(report.index)) members.clear();
    auto recipe = Recipe::Parse(report.recipe);
    // An infinite distance is a crash or NaN of some: found, and of no use to breed from.
    if (!report.run || !recipe.ok() || !std::isfinite(report.distance)) return;
    Individual child{std::move(recipe).value(), report.distance};
    if (members.size() < kPopulation) {
      members.push_back(std::move(child));
      return;
    }
    const auto worst = std::min_element(
        members.begin(), members.end(),
        [](const Individual& a, const Individual& b) { return a.fitness < b.fitness; });
    if (child.fitness < worst->fitness) return;
    state.improved += child.fitness > worst->fitness ? 1 : 0;
    *worst = std::move(child);
  }

  const Seeds& seeds_;
  const MethodOptions options_;
  const OperatorSet operators_;
  mutable Rebuilds rebuilds_;
};

std::string AudeeMethod::Save(const State& base) const {
  const auto& state = static_cast<const AudeeState&>(base);
  nlohmann::json populations = nlohmann::json::array();
  for (const Population& population : state.populations) {
    nlohmann::json members = nlohmann::json::array();
    for (const Individual& member : population.members)
      members.push_back({member.recipe.Text(), member.fitness});
    populations.push_back({population.seed, std::move(members)});
  }
  return StateBytes({std::move(populations), state.improved});
}

Result<StatePtr> AudeeMethod::Load(std::string_view bytes) const {
  return StateFrom<AudeeState>(bytes, [&](const nlohmann::json& json, AudeeState& state) -> Status {
    for (const Seed& seed : seeds_.all()) state.populations.push_back({seed.name, {}});
    for (const auto& item : json.at(0))
      for (Population& population : state.populations) {
        if (population.seed != item.at(0).get<std::string>()) continue;
        for (const auto& member : item.at(1)) {
          ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(member.at(0).get<std::string>()));
          population.members.push_back({std::move(recipe), member.at(1)});
        }
      }
    state.improved = json.at(1);
    return {};
  });
}

}  // namespace

MethodDef AudeeMethodDef() {
  return {"audee",
          "a genetic search over input, weight and parameter mutations, reconstructed (Guo et al. "
          "2020)",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            return std::make_unique<AudeeMethod>(seeds, options);
          }};
}

}  // namespace assay::campaign
