// comet: mutants that show layer sequences, inputs and parameters not seen before.
//
// COMET (Li et al., TOSEM 2023; parameters from the authors' code). All seeds are run first. Then
// any model of one pool is picked, an operator by MCMC (mcmc.h, p = 0.4) over the operators ranked
// by reward per use, and one mutation is made. A mutant that covers something new
// (layer_coverage.h) rewards its operator and joins the pool of 50, unless a target failed on it; a
// random one makes room.
//
// Differs from the authors': they give half of the reward for new code coverage in the frameworks;
// in the literal form what frameworks choose kernels by (CodeKeys) stands for it, in ours nothing
// does. They change up to ten layers at once, preferring what is not covered,
// where we change one place and prefer the first of kCandidates that covers something new;
// kCometChains cases are made from the same state, each with its own operator used last.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/hash.h"
#include "campaign/layer_coverage.h"
#include "campaign/mcmc.h"
#include "campaign/method.h"
#include "campaign/rebuilds.h"
#include "campaign/rounds.h"
#include "campaign/state_bytes.h"
#include "mutate/mutate.h"

namespace assay::campaign {
namespace {

constexpr size_t kCometPool = 50;
constexpr double kStep = 0.4;  // p of the geometric distribution
constexpr int kCandidates = 3;
constexpr int64_t kCometChains = 8;
constexpr uint64_t kCometEvict =
    0x1e;  // tells the numbers for eviction from those for making a case

// COMET's eight (element type, dimension, shape, special value, parameter, merge, new layer, edge).
// Several of ours stand for one of them where COMET has one operator for several things.
constexpr std::array<std::string_view, 13> kCometOperators = {
    "mixed-precision", "double-precision", "cast-chain", "DM",  "SM", "special-value", "PM",
    "merge",           "add-branch",       "LA",         "MLA", "LC", "edge"};

// COMET, and what comet-opt changes about it.
struct CometPlan {
  std::span<const std::string_view> operators;
  mutate::Where where = mutate::Where::kAnywhere;
  Judge judge = Judge::kDMad;
  // Longest recipe that is mutated further; 0: no limit but the rounds.
  size_t max_order = 0;
  // Structure operators start with this much reward instead of one, so they are ranked first until
  // others prove better.
  double structure_reward = 1;
  // Share of cases that apply one kind of operator many times to a seed, and which kinds.
  double repeat_share = 0;
  struct Repetition {
    std::span<const std::string_view> operators;
    int most = 0;
  };
  std::span<const Repetition> repetitions;
};

struct Score {
  double reward = 1;
  int64_t selected = 0;
  double value() const { return reward / (static_cast<double>(selected) + 1); }
};

struct CometState : State {
  std::vector<Recipe> pool;
  std::vector<Score> operators;
  std::vector<int> last;  // operator, by chain
  LayerCoverage coverage;
};

class CometMethod : public Method {
 public:
  CometMethod(const Seeds& seeds, const MethodOptions& options, const CometPlan& plan)
      : seeds_(seeds),
        options_(options),
        plan_(plan),
        operators_(ChooseOperators(plan.operators, options.mutators)),
        rebuilds_(seeds, {.where = plan.where,
                          .unconstrained = options.unconstrained,
                          .literal = options.literal}) {
    for (const CometPlan::Repetition& repetition : plan.repetitions) {
      OperatorSet set = ChooseOperators(repetition.operators, options.mutators);
      if (!set.all.empty()) repeated_.push_back({std::move(set.all), repetition.most});
    }
  }

  int64_t block() const override { return std::clamp<int64_t>(Count(), 1, kCometChains); }
  int lag() const override { return 1; }
  Judge judge() const override { return plan_.judge; }
  bool follows_distance() const override { return true; }  // to know where a target failed
  int64_t limit() const override {
    return operators_.all.empty() && repeated_.empty() ? Count() : Count() == 0 ? 0 : -1;
  }
  std::vector<std::string> notes() const override { return operators_.notes; }
  std::vector<uint64_t> Keys(const Graph& graph) const override {
    std::vector<uint64_t> keys = LayerKeys(graph);
    const std::vector<uint64_t> code = options_.literal ? CodeKeys(graph) : std::vector<uint64_t>();
    keys.insert(keys.end(), code.begin(), code.end());
    return keys;
  }

  StatePtr Start() const override {
    auto state = std::make_shared<CometState>();
    for (const Seed& seed : seeds_.all()) state->pool.push_back({seed.name, {}});
    for (const mutate::MutatorDef* mutator : operators_.all) {
      const bool structure = mutator->family == mutate::Family::kStructure;
      state->operators.push_back({structure ? plan_.structure_reward : 1, 0});
    }
    state->last.assign(static_cast<size_t>(block()), -1);
    return state;
  }

  Result<Made> Make(const State& base, int64_t index, int attempt) const override {
    if (index < Count()) {
      const Seed& seed = seeds_.all()[static_cast<size_t>(index)];
      Made made;
      made.recipe.root = seed.name;
      made.model_case = seed.model_case;
      return made;
    }
    Rng rng = CaseRng(options_.seed, index, attempt);
    const bool repeat = rng.Chance(plan_.repeat_share) || operators_.all.empty();
    if (repeat && !repeated_.empty()) return MakeRepeated(rng);
    return MakeNext(static_cast<const CometState&>(base), index, rng);
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<CometState>(static_cast<const CometState&>(base));
    for (const Report& report : reports) FoldOne(report, *next);
    return next;
  }

  std::string Save(const State& base) const override;
  Result<StatePtr> Load(std::string_view bytes) const override;

  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    const auto& state = static_cast<const CometState&>(base);
    return {{"covered", static_cast<int64_t>(state.coverage.keys().size())},
            {"sequences", state.coverage.sequences()},
            {"inputs", state.coverage.inputs()},
            {"parameters", state.coverage.parameters()},
            {"code", state.coverage.code()},
            {"pool", static_cast<int64_t>(state.pool.size())}};
  }

 private:
  struct Repeated {
    std::vector<const mutate::MutatorDef*> operators;
    int most = 0;
  };

  int64_t Count() const { return static_cast<int64_t>(seeds_.all().size()); }

  Depth DepthOfRoot(const Recipe& recipe) const {
    const Seed* seed = seeds_.Find(recipe.root);
    return DepthOf(seed == nullptr ? 0 : seed->model_case.model.graph.node_count());
  }

  Result<Made> MakeNext(const CometState& state, int64_t index, Rng& rng) const {
    if (state.pool.empty() || operators_.all.empty()) return Reject("nothing to mutate");
    Made made;
    made.parent = static_cast<int>(rng.Int(0, static_cast<int64_t>(state.pool.size()) - 1));
    const Recipe& parent = state.pool[static_cast<size_t>(made.parent)];
    std::vector<double> scores;
    for (const Score& score : state.operators) scores.push_back(score.value());
    const int last = state.last[static_cast<size_t>(index % block())];
    const mutate::MutatorDef& mutator = *operators_.all[NextOperator(scores, last, kStep, rng)];
    if (!RoundsLeft(parent, mutator, DepthOfRoot(parent)))
      return Reject(StrCat(mutator.name, " has used up its rounds"));
    ASSAY_ASSIGN(const ModelCase model, rebuilds_.Get(parent));
    bool found = false;
    for (int i = 0; i < kCandidates; ++i) {
      Recipe recipe = parent;
      auto mutant = rebuilds_.Extend(model, recipe, {std::string(mutator.name), rng.Next()});
      if (!mutant.ok()) continue;
      made.model_case = std::move(mutant).value();
      made.recipe = std::move(recipe);
      found = true;
      if (state.coverage.NewIn(LayerKeys(made.model_case.model.graph)) > 0) break;
    }
    if (!found) return Reject(StrCat(mutator.name, " does not fit"));
    return made;
  }

  // One kind of operator again and again on a seed.
  Result<Made> MakeRepeated(Rng& rng) const {
    const Repeated& kind = rng.Pick(std::span(repeated_));
    const Seed& seed = rng.Pick(std::span(seeds_.all()));
    Made made;
    made.recipe.root = seed.name;
    made.model_case = seed.model_case;
    const auto times = rng.Int(1, kind.most);
    for (int64_t i = 0; i < times; ++i) {
      const mutate::MutatorDef& mutator = *rng.Pick(std::span(kind.operators));
      const Step step{std::string(mutator.name), rng.Next()};
      auto grown = Apply(made.model_case, step, rebuilds_.options());
      if (!grown.ok()) continue;
      made.model_case = std::move(grown).value();
      made.recipe.steps.push_back(step);
    }
    if (made.recipe.steps.empty()) return Reject("none of the repeated operators fits");
    return made;
  }

  void FoldOne(const Report& report, CometState& state) const {
    for (const std::string& name : report.put_aside) Used(report.index, name, state);
    const auto recipe = Recipe::Parse(report.recipe);
    if (!report.run || !recipe.ok()) return;
    const bool layers = state.coverage.Add(report.keys) > 0;
    const bool code = options_.literal && state.coverage.AddCode(report.keys) > 0;
    const bool gained = layers || code;
    const double reward = options_.literal ? (layers ? 0.5 : 0) + (code ? 0.5 : 0) : 1;
    if (recipe->steps.empty() || report.parent < 0) return;
    const int used = Used(report.index, recipe->steps.back().mutator, state);
    if (!gained) return;
    if (used >= 0) state.operators[static_cast<size_t>(used)].reward += reward;
    if (!std::isfinite(report.distance) ||
        (plan_.max_order > 0 && recipe->steps.size() >= plan_.max_order))
      return;
    state.pool.push_back(*recipe);
    // A pool that began larger keeps its size.
    if (state.pool.size() > std::max(kCometPool, seeds_.all().size())) Evict(report.index, state);
  }

  int Used(int64_t index, std::string_view name, CometState& state) const {
    const int which = operators_.IndexOf(name);
    if (which < 0) return which;
    ++state.operators[static_cast<size_t>(which)].selected;
    state.last[static_cast<size_t>(index % block())] = which;
    return which;
  }

  void Evict(int64_t index, CometState& state) const {
    Rng rng = CaseRng(HashCombine(options_.seed, kCometEvict), index, 0);
    state.pool.erase(state.pool.begin() + rng.Int(0, static_cast<int64_t>(state.pool.size()) - 1));
  }

  const Seeds& seeds_;
  const MethodOptions options_;
  const CometPlan plan_;
  const OperatorSet operators_;
  std::vector<Repeated> repeated_;
  mutable Rebuilds rebuilds_;
};

std::string CometMethod::Save(const State& base) const {
  const auto& state = static_cast<const CometState&>(base);
  nlohmann::json pool = nlohmann::json::array(), operators = nlohmann::json::array();
  for (const Recipe& recipe : state.pool) pool.push_back(recipe.Text());
  for (const Score& score : state.operators) operators.push_back({score.reward, score.selected});
  return StateBytes({std::move(pool), std::move(operators), state.last, state.coverage.keys()});
}

Result<StatePtr> CometMethod::Load(std::string_view bytes) const {
  return StateFrom<CometState>(bytes, [&](const nlohmann::json& json, CometState& state) -> Status {
    for (const auto& item : json.at(0)) {
      ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(item.get<std::string>()));
      // A seed that is no longer there cannot be mutated.
      if (seeds_.Find(recipe.root) != nullptr) state.pool.push_back(std::move(recipe));
    }
    for (size_t i = 0; i < operators_.size(); ++i)
      state.operators.push_back({json.at(1).at(i).at(0), json.at(1).at(i).at(1)});
    state.last = json.at(2).get<std::vector<int>>();
    state.last.resize(static_cast<size_t>(block()), -1);
    const auto keys = json.at(3).get<std::vector<uint64_t>>();
    state.coverage.Add(keys);
    state.coverage.AddCode(keys);
    return {};
  });
}

// comet-opt: COMET as the study changed it (section 6.2), after what it had found out.
//
// Low-order mutants (finding 9), of the backbone (finding 10), structure operators first (finding
// 7), all of them legal by construction (the study's second wish); beside these, seeds whose sizes
// and dimensions grow by many SM and DM (finding 8: efficiency and memory; their cases 1 and 3: 50
// mutations), and seeds under many GF (their case 2: 100), which drive values towards the limits.
// The oracle is the study's. The study gives no further settings; the numbers below are ours where
// they do not say where they come from.

// The study's structure operators before the rest of COMET's.
constexpr std::array<std::string_view, 18> kCometOptOperators = {
    "LA",         "LC",           "LS",    "LR",         "ARFp",          "ARFm",
    "MLA",        "DM",           "SM",    "PM",         "special-value", "mixed-precision",
    "cast-chain", "add-residual", "merge", "add-branch", "edge",          "swap-activation"};
constexpr std::array<std::string_view, 2> kGrowth = {"SM", "DM"};
constexpr std::array<std::string_view, 1> kNoise = {"GF"};
constexpr std::array<CometPlan::Repetition, 2> kRepetitions = {CometPlan::Repetition{kGrowth, 50},
                                                               CometPlan::Repetition{kNoise, 100}};

// The study's structure operators show their largest distances within about 20 rounds, and most of
// its false positives came in the later half of the rounds.
constexpr size_t kCometOptMaxOrder = 10;
constexpr double kStructureReward = 3;
constexpr double kRepeatShare = 0.2;

}  // namespace

MethodDef CometMethodDef() {
  return {"comet", "mutants towards new layer sequences, inputs and parameters (Li et al. 2023)",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            CometPlan plan;
            plan.operators = kCometOperators;
            return std::make_unique<CometMethod>(seeds, options, plan);
          }};
}

MethodDef CometOptMethodDef() {
  return {"comet-opt",
          "COMET as the study optimised it: low order, backbone, structure first, legal mutants",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            CometPlan plan;
            plan.operators = kCometOptOperators;
            plan.where = mutate::Where::kBackbone;
            plan.judge = Judge::kStudy;
            plan.max_order = kCometOptMaxOrder;
            plan.structure_reward = kStructureReward;
            plan.repeat_share = kRepeatShare;
            plan.repetitions = kRepetitions;
            MethodOptions legal = options;
            legal.unconstrained = legal.literal = false;
            return std::make_unique<CometMethod>(seeds, legal, plan);
          }};
}

}  // namespace assay::campaign
