// lemon: chains of mutants that push the targets further and further apart.
//
// LEMON (Wang et al., ESEC/FSE 2020; parameters and order of things from the authors' code). In the
// search of a seed (seed_search.h) a mutant is picked from the seed's pool by roulette with weight
// 1 / (times picked + 1), an operator by MCMC (mcmc.h) over the operators ranked by how often they
// widened the distance, and one mutation is made. A mutant whose distance between targets is larger
// than the largest so far joins the pool, which holds 50 beside the seed; a random one makes room.
//
// Differs from the authors': seeds take turns instead of one after the other, and operators that
// have used up their rounds (rounds.h) are drawn again. The distance is theirs, the sum of D_MAD
// over outputs and pairs of targets, in the literal form; in ours it is the study's (mean absolute
// difference of outputs, largest over pairs of targets), which knows no labels.
#include <array>
#include <cmath>

#include "base/hash.h"
#include "campaign/mcmc.h"
#include "campaign/methods/seed_search.h"

namespace assay::campaign {
namespace {

constexpr size_t kLemonPool = 50;  // mutants beside the seed
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

class LemonMethod : public SeedSearch<Chain> {
 public:
  LemonMethod(const Seeds& seeds, const MethodOptions& options)
      : SeedSearch(seeds, options, kLemonOperators) {}

  Energy energy() const override { return options().literal ? Energy::kMadSum : Energy::kDistance; }

 protected:
  Chain Begin(const std::string& seed) const override {
    Chain chain;
    chain.seed = seed;
    chain.pool.push_back({{seed, {}}, 0});
    chain.operators.resize(operators().size());
    return chain;
  }

  Result<const mutate::MutatorDef*> Choose(const Chain& chain, Rng& rng,
                                           Made& made) const override {
    std::vector<double> weights, scores;
    for (const Mutant& mutant : chain.pool)
      weights.push_back(1 / (static_cast<double>(mutant.selected) + 1));
    for (const Success& success : chain.operators) scores.push_back(success.rate());
    made.parent = static_cast<int>(DrawWeighted(weights, rng));
    made.recipe = chain.pool[static_cast<size_t>(made.parent)].recipe;
    const double p = 1.0 / static_cast<double>(scores.size());
    const mutate::MutatorDef* mutator = operators().all[NextOperator(scores, chain.last, p, rng)];
    ASSAY_ASSIGN(made.model_case, rebuilds().Get(made.recipe));
    return mutator;
  }

  int Learn(const Report& report, bool start, Chain& chain) const override {
    if (start) {
      chain = Begin(chain.seed);
      chain.distance = std::isfinite(report.distance) ? report.distance : 0;
      return 0;
    }
    for (const std::string& name : report.put_aside) Used(name, chain);
    const auto recipe = Recipe::Parse(report.recipe);
    if (!report.run || !recipe.ok() || recipe->steps.empty()) return 0;
    Used(recipe->steps.back().mutator, chain);
    if (report.parent >= 0 && report.parent < static_cast<int>(chain.pool.size()))
      ++chain.pool[static_cast<size_t>(report.parent)].selected;
    // An infinite distance is a crash or NaN of some: LEMON reports those and does not go on there.
    if (!std::isfinite(report.distance) || report.distance <= chain.distance) return 0;
    chain.distance = report.distance;
    if (chain.last >= 0) ++chain.operators[static_cast<size_t>(chain.last)].wider;
    if (chain.pool.size() > kLemonPool) Evict(report.index, chain);
    chain.pool.push_back({*recipe, 0});
    return 1;
  }

  nlohmann::json ToJson(const Chain& chain) const override {
    nlohmann::json pool = nlohmann::json::array(), successes = nlohmann::json::array();
    for (const Mutant& mutant : chain.pool) pool.push_back({mutant.recipe.Text(), mutant.selected});
    for (const Success& success : chain.operators)
      successes.push_back({success.wider, success.total});
    return {chain.seed, chain.distance, chain.last, std::move(pool), std::move(successes)};
  }

  Status FromJson(const nlohmann::json& json, Chain& chain) const override {
    chain.distance = json.at(1);
    chain.last = json.at(2);
    chain.pool.clear();
    for (const auto& mutant : json.at(3)) {
      ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(mutant.at(0).get<std::string>()));
      chain.pool.push_back({std::move(recipe), mutant.at(1)});
    }
    for (size_t i = 0; i < operators().size(); ++i)
      chain.operators[i] = {json.at(4).at(i).at(0), json.at(4).at(i).at(1)};
    return {};
  }

  std::pair<const char*, const char*> FigureNames() const override { return {"widened", "pool"}; }

 private:
  void Used(std::string_view name, Chain& chain) const {
    chain.last = operators().IndexOf(name);
    if (chain.last >= 0) ++chain.operators[static_cast<size_t>(chain.last)].total;
  }

  void Evict(int64_t index, Chain& chain) const {
    Rng rng = CaseRng(HashCombine(options().seed, kLemonEvict), index, 0);
    chain.pool.erase(chain.pool.begin() + rng.Int(0, static_cast<int64_t>(chain.pool.size()) - 1));
  }
};

}  // namespace

MethodDef LemonMethodDef() {
  return {"lemon",
          "chains of mutants towards larger distances, operators by MCMC (Wang et al. 2020)",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            return std::make_unique<LemonMethod>(seeds, options);
          }};
}

}  // namespace assay::campaign
