// SeedSearch: what methods share that search from every seed on its own, after distance between
// targets.
//
// Seeds take turns. The first case of a seed is the seed itself; each further one extends what its
// search chose by one mutation, as far as the operator has rounds left (rounds.h). After
// kRoundsPerSeed mutants the search of a seed starts anew. A method says what its search remembers
// (`Search`, with the `seed` it is of and a `pool`), how it chooses and what it learns.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "campaign/mcmc.h"
#include "campaign/rebuilds.h"
#include "campaign/rounds.h"
#include "campaign/state_bytes.h"

namespace assay::campaign {

template <typename Search>
class SeedSearch : public Method {
 public:
  SeedSearch(const Seeds& seeds, const MethodOptions& options,
             std::span<const std::string_view> operators)
      : seeds_(seeds),
        options_(options),
        operators_(ChooseOperators(operators, options.mutators)),
        rebuilds_(seeds, {.where = mutate::Where::kAnywhere,
                          .unconstrained = options.unconstrained,
                          .literal = options.literal}) {}

  // Each seed comes up once per round of seeds, at least a block apart: it sees its last result.
  int64_t block() const override { return std::clamp<int64_t>(Count(), 1, kAtOnce); }
  int lag() const override { return 1; }
  Judge judge() const override { return Judge::kDMad; }
  bool follows_distance() const override { return true; }
  int64_t limit() const override {
    return operators_.all.empty() ? Count() : Count() == 0 ? 0 : -1;
  }
  std::vector<std::string> notes() const override { return operators_.notes; }

  StatePtr Start() const override { return std::make_shared<SearchState>(Fresh()); }

  Result<Made> Make(const State& base, int64_t index, int attempt) const override {
    const auto which = static_cast<size_t>(index % Count());
    const Seed& seed = seeds_.all()[which];
    Made made;
    made.recipe.root = seed.name;
    made.model_case = seed.model_case;
    if (IsStart(index)) return made;
    Rng rng = CaseRng(options_.seed, index, attempt);
    ASSAY_ASSIGN(const mutate::MutatorDef* mutator, Choose(Of(base).searches[which], rng, made));
    if (!RoundsLeft(made.recipe, *mutator, DepthOf(seed.model_case.model.graph.node_count())))
      return Reject(StrCat(mutator->name, " has used up its rounds"));
    ASSAY_ASSIGN(made.model_case, rebuilds_.Extend(made.model_case, made.recipe,
                                                   {std::string(mutator->name), rng.Next()}));
    return made;
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<SearchState>(Of(base));
    for (const Report& report : reports)
      next->gains += Learn(report, IsStart(report.index),
                           next->searches[static_cast<size_t>(report.index % Count())]);
    return next;
  }

  std::string Save(const State& base) const override {
    nlohmann::json searches = nlohmann::json::array();
    for (const Search& search : Of(base).searches) searches.push_back(ToJson(search));
    return StateBytes({std::move(searches), Of(base).gains});
  }

  Result<StatePtr> Load(std::string_view bytes) const override {
    return StateFrom<SearchState>(
        bytes, [&](const nlohmann::json& json, SearchState& state) -> Status {
          state = Fresh();
          for (const auto& item : json.at(0))
            for (Search& search : state.searches)  // a seed may be there no longer
              if (search.seed == item.at(0).get<std::string>())
                ASSAY_RETURN_IF_ERROR(FromJson(item, search));
          state.gains = json.at(1);
          return {};
        });
  }

  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    int64_t pooled = 0;
    for (const Search& search : Of(base).searches)
      pooled += static_cast<int64_t>(search.pool.size());
    const auto [gains, pool] = FigureNames();
    return {{gains, Of(base).gains}, {pool, pooled}};
  }

 protected:
  virtual Search Begin(const std::string& seed) const = 0;
  // `made` is the seed, and becomes what the mutator that it returns is to be applied to.
  virtual Result<const mutate::MutatorDef*> Choose(const Search& search, Rng& rng,
                                                   Made& made) const = 0;
  // 1: the report is a gain, else 0. `start`: it is of the seed itself.
  virtual int Learn(const Report& report, bool start, Search& search) const = 0;
  // A list that begins with the seed.
  virtual nlohmann::json ToJson(const Search& search) const = 0;
  virtual Status FromJson(const nlohmann::json& json, Search& search) const = 0;
  // Of gains and pools, for summaries.
  virtual std::pair<const char*, const char*> FigureNames() const = 0;

  const MethodOptions& options() const { return options_; }
  const OperatorSet& operators() const { return operators_; }
  Rebuilds& rebuilds() const { return rebuilds_; }

 private:
  static constexpr int64_t kAtOnce = 8;  // cases under way at the same time

  struct SearchState : State {
    std::vector<Search> searches;  // as the seeds
    int64_t gains = 0;
  };
  static const SearchState& Of(const State& state) {
    return static_cast<const SearchState&>(state);
  }

  SearchState Fresh() const {
    SearchState out;
    for (const Seed& seed : seeds_.all()) out.searches.push_back(Begin(seed.name));
    return out;
  }
  int64_t Count() const { return static_cast<int64_t>(seeds_.all().size()); }
  bool IsStart(int64_t index) const {
    return operators_.all.empty() || index / Count() % (kRoundsPerSeed + 1) == 0;
  }

  const Seeds& seeds_;
  const MethodOptions options_;
  const OperatorSet operators_;
  mutable Rebuilds rebuilds_;
};

}  // namespace assay::campaign
