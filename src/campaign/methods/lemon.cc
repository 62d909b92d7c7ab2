// lemon: chains of mutants that push the targets further and further apart.
//
// LEMON (Wang et al., ESEC/FSE 2020; parameters and order of things from the authors' code). Every
// seed has its own search. The first case is the seed itself; then a mutant is picked from the
// seed's pool by roulette with weight 1 / (times picked + 1), an operator by MCMC (mcmc.h) over the
// operators ranked by how often they widened the distance, and one mutation is made. A mutant
// whose distance between targets is larger than the largest so far joins the pool, which holds
// 50 beside the seed; a random one makes room. After kRoundsPerSeed mutants the search of a seed
// starts anew.
//
// Differs from the authors': seeds take turns instead of one after the other, the distance is the
// study's (mean absolute difference of outputs, largest over pairs of targets) instead of the sum
// of D_MAD over inputs, and operators that have used up their rounds (rounds.h) are drawn again.
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "campaign/mcmc.h"
#include "campaign/operators.h"
#include "campaign/rebuilds.h"
#include "campaign/rounds.h"
#include "campaign/state_bytes.h"

namespace assay::campaign {
namespace {

constexpr size_t kLemonPool = 50;    // mutants beside the seed
constexpr int64_t kLemonChains = 8;  // cases under way at the same time
constexpr uint64_t kLemonEvict =
    0x1e;                          // tells the numbers for eviction from those for making a case
constexpr double kEpsilon = 1e-7;  // of the success rate; LEMON's

// LEMON's twelve.
constexpr std::array<std::string_view, 12> kLemonOperators = {
    "WS", "GF", "NEB", "NAI", "NS", "ARFm", "ARFp", "LA", "LC", "LR", "LS", "MLA"};

struct Mutant {
  Recipe recipe;
  int64_t selected = 0;
};

struct Success {
  int64_t wider = 0, total = 0;
  double rate() const {
    return static_cast<double>(wider) / (static_cast<double>(total) + kEpsilon);
  }
};

// The search from one seed.
struct Chain {
  std::string seed;
  double distance = 0;  // the largest so far
  int last = -1;        // operator
  std::vector<Mutant> pool;
  std::vector<Success> operators;
};

struct LemonState : State {
  std::vector<Chain> chains;  // as the seeds
  int64_t widened = 0;
};

class LemonMethod : public Method {
 public:
  LemonMethod(const Seeds& seeds, const MethodOptions& options)
      : seeds_(seeds),
        options_(options),
        operators_(ChooseOperators(kLemonOperators, options.mutators)),
        rebuilds_(seeds,
                  {.where = mutate::Where::kAnywhere, .unconstrained = options.unconstrained}) {}

  // Each seed comes up once per round of seeds, at least a block apart: it sees its last result.
  int64_t block() const override { return std::clamp<int64_t>(Count(), 1, kLemonChains); }
  int lag() const override { return 1; }
  Judge judge() const override { return Judge::kDMad; }
  bool follows_distance() const override { return true; }
  int64_t limit() const override {
    return operators_.all.empty() ? Count() : Count() == 0 ? 0 : -1;
  }
  std::vector<std::string> notes() const override { return operators_.notes; }

  StatePtr Start() const override {
    auto state = std::make_shared<LemonState>();
    for (const Seed& seed : seeds_.all()) state->chains.push_back(NewChain(seed.name));
    return state;
  }

  Result<Made> Make(const State& base, int64_t index, int attempt) const override {
    const auto which = static_cast<size_t>(index % Count());
    const Seed& seed = seeds_.all()[which];
    Made made;
    made.parent = 0;
    made.recipe.root = seed.name;
    made.model_case = seed.model_case;
    if (IsStart(index)) return made;
    const Chain& chain = static_cast<const LemonState&>(base).chains[which];
    Rng rng = CaseRng(options_.seed, index, attempt);
    std::vector<double> weights, scores;
    for (const Mutant& mutant : chain.pool)
      weights.push_back(1 / (static_cast<double>(mutant.selected) + 1));
    for (const Success& success : chain.operators) scores.push_back(success.rate());
    made.parent = static_cast<int>(DrawWeighted(weights, rng));
    made.recipe = chain.pool[static_cast<size_t>(made.parent)].recipe;
    const mutate::MutatorDef& mutator =
        *operators_
             .all[NextOperator(scores, chain.last, 1.0 / static_cast<double>(scores.size()), rng)];
    if (!RoundsLeft(made.recipe, mutator, DepthOf(seed.model_case.model.graph.node_count())))
      return Reject(StrCat(mutator.name, " has used up its rounds"));
    ASSAY_ASSIGN(const ModelCase parent, rebuilds_.Get(made.recipe));
    ASSAY_ASSIGN(made.model_case,
                 rebuilds_.Extend(parent, made.recipe, {std::string(mutator.name), rng.Next()}));
    return made;
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<LemonState>(static_cast<const LemonState&>(base));
    for (const Report& report : reports)
      FoldOne(report, next->chains[static_cast<size_t>(report.index % Count())], *next);
    return next;
  }

  std::string Save(const State& base) const override;
  Result<StatePtr> Load(std::string_view bytes) const override;

  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    const auto& state = static_cast<const LemonState&>(base);
    int64_t pooled = 0;
    for (const Chain& chain : state.chains) pooled += static_cast<int64_t>(chain.pool.size());
    return {{"widened", state.widened}, {"pool", pooled}};
  }

 private:
  int64_t Count() const { return static_cast<int64_t>(seeds_.all().size()); }
  bool IsStart(int64_t index) const {
    return operators_.all.empty() || index / Count() % (kRoundsPerSeed + 1) == 0;
  }

  Chain NewChain(const std::string& seed) const {
    Chain chain;
    chain.seed = seed;
    chain.pool.push_back({{seed, {}}, 0});
    chain.operators.resize(operators_.size());
    return chain;
  }

  void FoldOne(const Report& report, Chain& chain, LemonState& state) const {
    if (IsStart(report.index)) {
      chain = NewChain(chain.seed);
      chain.distance = std::isfinite(report.distance) ? report.distance : 0;
      return;
    }
    for (const std::string& name : report.put_aside) Used(name, chain);
    const auto recipe = Recipe::Parse(report.recipe);
    if (!report.run || !recipe.ok() || recipe->steps.empty()) return;
    Used(recipe->steps.back().mutator, chain);
    if (report.parent >= 0 && report.parent < static_cast<int>(chain.pool.size()))
      ++chain.pool[static_cast<size_t>(report.parent)].selected;
    // An infinite distance is a crash or NaN of some: LEMON reports those and does not go on there.
    if (!std::isfinite(report.distance) || report.distance <= chain.distance) return;
    chain.distance = report.distance;
    if (chain.last >= 0) ++chain.operators[static_cast<size_t>(chain.last)].wider;
    ++state.widened;
    if (chain.pool.size() > kLemonPool) Evict(report.index, chain);
    chain.pool.push_back({*recipe, 0});
  }

  void Used(std::string_view name, Chain& chain) const {
    chain.last = operators_.IndexOf(name);
    if (chain.last >= 0) ++chain.operators[static_cast<size_t>(chain.last)].total;
  }

  void Evict(int64_t index, Chain& chain) const {
    Rng rng = CaseRng(HashCombine(options_.seed, kLemonEvict), index, 0);
    chain.pool.erase(chain.pool.begin() + rng.Int(0, static_cast<int64_t>(chain.pool.size()) - 1));
  }

  const Seeds& seeds_;
  const MethodOptions options_;
  const OperatorSet operators_;
  mutable Rebuilds rebuilds_;
};

std::string LemonMethod::Save(const State& base) const {
  const auto& state = static_cast<const LemonState&>(base);
  nlohmann::json chains = nlohmann::json::array();
  for (const Chain& chain : state.chains) {
    nlohmann::json pool = nlohmann::json::array(), operators = nlohmann::json::array();
    for (const Mutant& mutant : chain.pool) pool.push_back({mutant.recipe.Text(), mutant.selected});
    for (const Success& success : chain.operators)
      operators.push_back({success.wider, success.total});
    chains.push_back(
        {chain.seed, chain.distance, chain.last, std::move(pool), std::move(operators)});
  }
  return StateBytes({std::move(chains), state.widened});
}

Result<StatePtr> LemonMethod::Load(std::string_view bytes) const {
  return StateFrom<LemonState>(bytes, [&](const nlohmann::json& json, LemonState& state) -> Status {
    for (const Seed& seed : seeds_.all()) state.chains.push_back(NewChain(seed.name));
    for (const auto& item : json.at(0)) {
      const auto chain =
          std::find_if(state.chains.begin(), state.chains.end(),
                       [&](const Chain& c) { return c.seed == item.at(0).get<std::string>(); });
      if (chain == state.chains.end()) continue;  // a seed that is no longer there
      chain->distance = item.at(1);
      chain->last = item.at(2);
      chain->pool.clear();
      for (const auto& mutant : item.at(3)) {
        ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(mutant.at(0).get<std::string>()));
        chain->pool.push_back({std::move(recipe), mutant.at(1)});
      }
      for (size_t i = 0; i < operators_.size(); ++i)
        chain->operators[i] = {item.at(4).at(i).at(0), item.at(4).at(i).at(1)};
    }
    state.widened = json.at(1);
    return {};
  });
}

}  // namespace

MethodDef LemonMethodDef() {
  return {"lemon",
          "chains of mutants towards larger distances, operators by MCMC (Wang et al. 2020)",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            return std::make_unique<LemonMethod>(seeds, options);
          }};
}

}  // namespace assay::campaign
