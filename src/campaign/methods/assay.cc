// assay: generated graphs and low-order mutants of the seeds, towards combinations not yet seen.
//
// What the study found best is built in: few mutations from a seed (at most kMaxOrder), the
// backbone before the head, structure before weights. A mutant that covers a new combination of
// operator, type, shape and neighbour joins the corpus and may be mutated again; entries that have
// lately given new combinations are picked more often. Generated graphs are as frequent as keeps
// the time spent on them and on the (far larger) mutants of seeds about equal.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/hash.h"
#include "base/strings.h"
#include "campaign/graph_draws.h"
#include "campaign/mcmc.h"
#include "campaign/method.h"
#include "campaign/pattern_counts.h"
#include "generate/boundary.h"
#include "generate/combinations.h"
#include "generate/operator_pairs.h"
#include "generate/pattern_grower.h"
#include "generate/random_graph.h"
#include "ops/schema.h"

namespace assay::campaign {
namespace {

constexpr int kMaxOrder = 3;
constexpr size_t kMaxCorpus = 3000;
// Estimated costs in ms of a generated case and of one node of a zoo model, on two native targets:
// only their ratio matters.
constexpr double kGeneratedCost = 3;
constexpr double kNodeCost = 0.6;
// Chance that a generated graph is mutated, too.
constexpr double kMutateGenerated = 0.3;
constexpr double kSecondMutation = 0.25;
// Chance that the model before a mutation of the same bits is run, too; its own bounds tell most.
constexpr double kRunEquivalent = 0.25;

// Chance that a generated graph has NaN, infinities and numbers at the ends of their types.
constexpr double kSpecial = 0.15;
constexpr double kSpecialInteger = 0.25;  // of those: of some integer type
// Chances that a generated graph begins with a chain that optimisers rewrite, and per node of more.
constexpr double kFirstPattern = 0.4;
constexpr double kMorePatterns = 0.05;
// Chance per node of one like another: what is the same is merged, what is almost must not be.
constexpr double kTwins = 0.05;
constexpr int kTypeTries = 20;

struct Entry {
  Recipe recipe;
  int64_t nodes = 0;
  int64_t picked = 0;
  int64_t gained = 0;
};

struct AssayState : State {
  std::vector<Entry> corpus;
  generate::CombinationCounts counts;
  PatternCounts patterns;
};

// By mutate::Family: structure, input, parameter, weight, developer, equivalence.
constexpr double kFamilyWeights[] = {0.3, 0.08, 0.07, 0.05, 0.3, 0.2};

class AssayMethod : public Method {
 public:
  AssayMethod(const Seeds& seeds, const MethodOptions& options) : seeds_(seeds), options_(options) {
    for (const mutate::MutatorDef& mutator : mutate::AllMutators()) {
      if (!options.mutators.empty() &&
          std::ranges::find(options.mutators, mutator.name) == options.mutators.end())
        continue;
      mutators_.push_back(&mutator);
    }
    // A family's weight is shared by its members.
    for (const mutate::MutatorDef* mutator : mutators_) {
      const auto members = std::ranges::count_if(mutators_, [&](const mutate::MutatorDef* other) {
        return other->family == mutator->family;
      });
      mutator_weights_.push_back(kFamilyWeights[static_cast<size_t>(mutator->family)] /
                                 static_cast<double>(members));
    }
    mutate_options_.where = mutate::Where::kBackboneFirst;
    mutate_options_.unconstrained = options.unconstrained;
  }

  bool generates() const override { return true; }

  StatePtr Start() const override {
    auto state = std::make_shared<AssayState>();
    for (const Seed& seed : seeds_.all())
      state->corpus.push_back(
          {{seed.name, {}}, static_cast<int64_t>(seed.model_case.model.graph.node_count()), 0, 0});
    return state;
  }

  Result<Made> Make(const State& base, int64_t index, int attempt) const override {
    const auto& state = static_cast<const AssayState&>(base);
    Rng rng = CaseRng(options_.seed, index, attempt);
    if (state.corpus.empty() || !rng.Chance(SeedShare(state))) return MakeGenerated(state, rng);
    return MakeMutant(state, rng);
  }

  bool learns_from_others() const override { return true; }

  // A case of another agent that covers something new: as good a parent as one of ours.
  static void Adopt(const Report& report, int gained, AssayState& state) {
    auto recipe = Recipe::Parse(report.recipe);
    if (gained <= 0 || !recipe.ok() || recipe->steps.empty() || recipe->steps.size() >= kMaxOrder ||
        state.corpus.size() >= kMaxCorpus)
      return;
    for (const Entry& entry : state.corpus)
      if (entry.recipe.root == recipe->root) {
        state.corpus.push_back({std::move(recipe).value(), entry.nodes, 0, gained});
        return;
      }
  }

  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<AssayState>(static_cast<const AssayState&>(base));
    for (const Report& report : reports) {
      if (!report.run) continue;
      const int gained = next->counts.Add(report.keys);
      next->patterns.Add(report.recipe);
      if (report.parent == kForeign) {
        Adopt(report, gained, *next);
        continue;
      }
      if (report.parent < 0 || report.parent >= static_cast<int>(next->corpus.size())) continue;
      Entry& parent = next->corpus[static_cast<size_t>(report.parent)];
      ++parent.picked;
      parent.gained += gained;
      auto recipe = Recipe::Parse(report.recipe);
      if (gained > 0 && recipe.ok() && recipe->steps.size() < kMaxOrder &&
          next->corpus.size() < kMaxCorpus)
        next->corpus.push_back({std::move(recipe).value(), parent.nodes, 0, gained});
    }
    return next;
  }

  std::string Save(const State& base) const override {
    const auto& state = static_cast<const AssayState&>(base);
    nlohmann::json corpus = nlohmann::json::array();
    for (const Entry& entry : state.corpus)
      corpus.push_back({entry.recipe.Text(), entry.nodes, entry.picked, entry.gained});
    const std::string counts = state.counts.Save();
    const auto bytes = nlohmann::json::to_cbor(
        {std::move(corpus),
         nlohmann::json::binary(std::vector<uint8_t>(counts.begin(), counts.end())),
         {state.patterns.cases, state.patterns.near_misses, state.patterns.uses}});
    return {bytes.begin(), bytes.end()};
  }

  Result<StatePtr> Load(std::string_view bytes) const override {
    const auto json = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false);
    auto state = std::make_shared<AssayState>();
    try {
      for (const auto& item : json.at(0)) {
        ASSAY_ASSIGN(Recipe recipe, Recipe::Parse(item.at(0).get<std::string>()));
        state->corpus.push_back({std::move(recipe), item.at(1), item.at(2), item.at(3)});
      }
      const auto& counts = json.at(1).get_binary();
      ASSAY_ASSIGN(state->counts,
                   generate::CombinationCounts::Load(std::string_view(
                       reinterpret_cast<const char*>(counts.data()), counts.size())));
      // Stores of earlier versions do not have them.
      if (json.size() > 2) {
        const auto& patterns = json.at(2);
        state->patterns = {patterns.at(0), patterns.at(1),
                           patterns.at(2).get<std::map<std::string, int64_t>>()};
      }
    } catch (const nlohmann::json::exception& error) {
      return Invalid(StrCat("a damaged state in the store: ", error.what()));
    }
    return StatePtr(std::move(state));
  }

  std::vector<std::pair<std::string, int64_t>> Figures(const State& base) const override {
    const auto& state = static_cast<const AssayState&>(base);
    std::vector<std::pair<std::string, int64_t>> out = {
        {"combinations", static_cast<int64_t>(state.counts.size())},
        {"operator_pairs", state.counts.pairs()},
        {"operator_pairs_known", generate::AdmittedPairCount()},
        {"boundary_values", state.counts.boundaries()},
        {"boundary_values_known", generate::BoundaryCount()},
        {"corpus", static_cast<int64_t>(state.corpus.size())},
        {"pattern_cases", state.patterns.cases},
        {"near_misses", state.patterns.near_misses},
        {"patterns", static_cast<int64_t>(state.patterns.uses.size())}};
    for (const auto& [name, uses] : state.patterns.uses)
      out.emplace_back(StrCat(kPatternPrefix, name), uses);
    return out;
  }

 private:
  // The share of cases that mutate a corpus entry, so that both kinds take about equal time.
  double SeedShare(const AssayState& state) const {
    double cost = 0;
    for (size_t i = 0; i < seeds_.all().size() && i < state.corpus.size(); ++i)
      cost += kNodeCost * static_cast<double>(state.corpus[i].nodes);
    cost = std::max(kGeneratedCost,
                    cost / static_cast<double>(std::max<size_t>(
                               1, std::min(seeds_.all().size(), state.corpus.size()))));
    return kGeneratedCost / (kGeneratedCost + cost);
  }

  generate::GraphOptions GraphOptions(const AssayState& state, Rng& rng) const {
    generate::GraphOptions out;
    const double size = rng.Unit();
    out.nodes = static_cast<int>(options_.nodes > 0 ? options_.nodes
                                 : size < 0.25      ? rng.Int(1, 3)
                                 : size < 0.75      ? rng.Int(4, 12)
                                 : size < 0.97      ? rng.Int(13, 30)
                                                    : rng.Int(31, 80));
    const Patron* patron =
        options_.patrons.empty() ? nullptr : &rng.Pick(std::span<const Patron>(options_.patrons));
    out.dtype = MainType(rng);
    out.opset = patron == nullptr ? DrawOpset(rng, 1, ops::kNewestOpset)
                                  : DrawOpset(rng, patron->opset_min, patron->opset_max);
    if (patron != nullptr) {
      out.avoid = &patron->avoid;
      for (int i = 0;
           i < kTypeTries && !patron->types.empty() && !patron->types.contains(out.dtype); ++i)
        out.dtype = MainType(rng);
      out.types = patron->types.empty() ? nullptr : &patron->types;
    }
    const bool narrow = patron != nullptr && patron->narrow;
    out.dynamic = narrow ? 0 : 0.1;
    out.control_flow = out.sequences = narrow ? 0 : 0.01;  // per node
    out.default_inputs = 0.02;
    out.shared_weights = 0.2;
    out.twins = kTwins;
    out.more_outputs = 0.12;
    out.constant_graphs = !narrow;
    out.runtime_constants = narrow ? 0 : 0.03;
    out.first_pattern = kFirstPattern;
    out.patterns = kMorePatterns;
    out.exact = options_.nodes > 0;
    if (!options_.operators.empty())
      out.first = rng.Pick(std::span<const std::string>(options_.operators));
    out.seen = &state.counts;
    out.pattern_uses = &state.patterns.uses;
    return out;
  }

  Result<Made> MakeGenerated(const AssayState& state, Rng& rng) const {
    Made made;
    const uint64_t seed = rng.Next();
    made.recipe.root = StrCat("generated:", seed);
    Rng own(seed);
    generate::GraphOptions graph_options = GraphOptions(state, own);
    made.special = graph_options.special = own.Chance(kSpecial) && options_.operators.empty();
    if (made.special && own.Chance(kSpecialInteger)) {
      const DType integer = generate::SomeInteger(own);
      if (graph_options.types == nullptr || graph_options.types->contains(integer))
        graph_options.dtype = integer;
    }
    auto generated = generate::RandomGraph(own, graph_options);
    if (!generated.has_value()) return Reject("nothing was generated");
    made.model_case = {std::move(generated->model), std::move(generated->inputs)};
    made.recipe.root += PatternsText(generated->patterns);
    // Mutations promise things of ordinary numbers.
    if (made.special || !rng.Chance(kMutateGenerated)) return made;
    // A graph too small or odd for the mutation is a case all the same.
    (void)MutateOnce(made, rng);
    return made;
  }

  Result<Made> MakeMutant(const AssayState& state, Rng& rng) const {
    std::vector<double> energy;
    for (const Entry& entry : state.corpus)
      energy.push_back((static_cast<double>(entry.gained) + 1) /
                       (static_cast<double>(entry.picked) + 1) /
                       (1 + static_cast<double>(entry.nodes)) *
                       std::pow(0.5, static_cast<double>(entry.recipe.steps.size())));
    Made made;
    made.parent = static_cast<int>(DrawWeighted(energy, rng));
    made.recipe = state.corpus[static_cast<size_t>(made.parent)].recipe;
    ASSAY_ASSIGN(made.model_case, seeds_.Rebuild(made.recipe, mutate_options_));
    ASSAY_RETURN_IF_ERROR(MutateOnce(made, rng));
    if (made.recipe.steps.size() < kMaxOrder && rng.Chance(kSecondMutation))
      (void)MutateOnce(made, rng);
    return made;
  }

  // Leaves `made` as it is when the mutator drawn has no site.
  Status MutateOnce(Made& made, Rng& rng) const {
    if (mutators_.empty()) return Reject("no mutators");
    const mutate::MutatorDef& mutator = *mutators_[DrawWeighted(mutator_weights_, rng)];
    Step step{std::string(mutator.name), rng.Next()};
    ASSAY_ASSIGN(ModelCase mutant, Apply(made.model_case, step, mutate_options_));
    made.equivalent.reset();
    if (mutator.promise == mutate::Promise::kSameBits && rng.Chance(kRunEquivalent))
      made.equivalent = made.model_case;
    made.model_case = std::move(mutant);
    made.recipe.steps.push_back(std::move(step));
    return {};
  }

  const Seeds& seeds_;
  const MethodOptions options_;
  mutate::MutateOptions mutate_options_;
  std::vector<const mutate::MutatorDef*> mutators_;
  std::vector<double> mutator_weights_;
};

}  // namespace

MethodDef AssayMethodDef() {
  return {"assay", "generated graphs and low-order mutants, towards combinations not yet seen",
          [](const Seeds& seeds, const MethodOptions& options) -> std::unique_ptr<Method> {
            return std::make_unique<AssayMethod>(seeds, options);
          }};
}

}  // namespace assay::campaign
