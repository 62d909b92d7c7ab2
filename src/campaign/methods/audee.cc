// audee: a genetic search for mutants on which targets are far apart.
//
// A reconstruction: AUDEE (Guo et al., ASE 2020) is not open source. From the paper and the study:
// mutations of inputs, weights and layer parameters, guided by a genetic algorithm whose fitness is
// the distance between frameworks. Everything else here is ours: every seed has a population of
// kPopulation; an individual is a list of mutations of the seed. A child takes the beginning of one
// parent and the end of another, each the best of kTournament drawn ones, and one more mutation;
// it replaces the worst of the population unless it is worse itself. Mutations that do not fit the
// child are left out. Of the literal form half of the population climbs the distance, the other
// half towards NaN (nan_energy.h); a child joins whichever half it betters.
#include <algorithm>
#include <array>
#include <cmath>

#include "campaign/methods/seed_search.h"

namespace assay::campaign {
namespace {

constexpr size_t kPopulation = 10;
constexpr int kTournament = 3;
constexpr double kCrossover = 0.5;
constexpr size_t kMaxGenes =
    20;  // a child of two long lists is cut: order must not grow without end

constexpr std::array<std::string_view, 10> kAudeeOperators = {
    "input-noise", "special-value", "SM", "DM", "PM", "WS", "NS", "GF", "NAI", "NEB"};

struct Individual {
  Recipe recipe;
  double fitness = 0;
};

struct Population {
  std::string seed;
  std::vector<Individual> pool;    // by distance between targets
  std::vector<Individual> to_nan;  // by nearness to NaN; of the literal form
};

// 1: `child` made `members`, of at most `most`, better.
int Admit(Individual child, size_t most, std::vector<Individual>& members) {
  if (members.size() < most) {
    members.push_back(std::move(child));
    return 0;
  }
  const auto worst = std::ranges::min_element(
      members, [](const Individual& a, const Individual& b) { return a.fitness < b.fitness; });
  if (child.fitness < worst->fitness) return 0;
  const bool better = child.fitness > worst->fitness;
  *worst = std::move(child);
  return better ? 1 : 0;
}

const Individual& Select(const std::vector<Individual>& members, Rng& rng) {
  const Individual* best = nullptr;
  for (int i = 0; i < kTournament; ++i) {
    const Individual& drawn = rng.Pick(std::span(members));
    if (best == nullptr || drawn.fitness > best->fitness) best = &drawn;
  }
  return *best;
}

class AudeeMethod : public SeedSearch<Population> {
 public:
  AudeeMethod(const Seeds& seeds, const MethodOptions& options)
      : SeedSearch(seeds, options, kAudeeOperators) {}

  bool follows_nan() const override { return options().literal; }

 protected:
  Population Begin(const std::string& seed) const override { return {seed, {}, {}}; }

  Result<const mutate::MutatorDef*> Choose(const Population& population, Rng& rng,
                                           Made& made) const override {
    // The population is filled with single mutations of the seed first.
    if (population.pool.size() >= MostOf()) {
      const bool to_nan = !population.to_nan.empty() && rng.Chance(0.5);
      ASSAY_RETURN_IF_ERROR(Cross(to_nan ? population.to_nan : population.pool, rng, made));
    }
    return rng.Pick(std::span(operators().all));
  }

  int Learn(const Report& report, bool start, Population& population) const override {
    if (start) population = Begin(population.seed);
    const auto recipe = Recipe::Parse(report.recipe);
    // An infinite distance is a crash or NaN of some: found, and of no use to breed from.
    if (!report.run || !recipe.ok() || !std::isfinite(report.distance)) return 0;
    int gained = Admit({*recipe, report.distance}, MostOf(), population.pool);
    // NaN itself has nowhere to climb.
    if (follows_nan() && report.to_nan < 1)
      gained = std::max(gained, Admit({*recipe, report.to_nan}, MostOf(), population.to_nan));
    return gained;
  }

  nlohmann::json ToJson(const Population& population) const override {
    nlohmann::json lists = nlohmann::json::array();
    for (const auto* list : {&population.pool, &population.to_nan}) {
      nlohmann::json members = nlohmann::json::array();
      for (const Individual& member : *list)
        members.push_back({member.recipe.Text(), member.fitness});
      lists.push_back(std::move(members));
    }
    return {population.seed, std::move(lists[0]), std::move(lists[1])};
  }

  Status FromJson(const nlohmann::json& json, Population& population) const override {
    for (size_t i = 1; i < json.size(); ++i)  // older stores have no second list
      for (const auto& member : json.at(i)) {
        ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(member.at(0).get<std::string>()));
        (i == 1 ? population.pool : population.to_nan).push_back({std::move(recipe), member.at(1)});
      }
    return {};
  }

  std::pair<const char*, const char*> FigureNames() const override {
    return {"improved", "population"};
  }

 private:
  // Of one list.
  size_t MostOf() const { return options().literal ? kPopulation / 2 : kPopulation; }

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
    ASSAY_ASSIGN(made.model_case, rebuilds().Get(made.recipe));
    for (const Step& step : rest) {
      if (made.recipe.steps.size() >= kMaxGenes) break;
      auto grown = rebuilds().Extend(made.model_case, made.recipe, step);
      if (grown.ok()) made.model_case = std::move(grown).value();
    }
    return {};
  }
};

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
