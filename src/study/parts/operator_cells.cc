// Measures one operator: chains of its mutants on every model, with our constraints and without.
// The first mutants of a chain with constraints are run on all targets and held against the
// reference; all others are only counted, by the rules.
#include <algorithm>

#include "base/strings.h"
#include "study/chain.h"
#include "study/defects.h"
#include "study/parts/operators.h"
#include "study/statistics.h"

namespace assay::study {
namespace operator_cells {
namespace {

// Mutants of which one is judged layer by layer where bounds are wide: it costs a model more.
constexpr int kLayersEvery = 8;

// What the mutants of one chain showed.
struct Shown {
  nlohmann::json mutants = nlohmann::json::array();
  std::vector<Defect> defects;
  double cpu_seconds = 0;
};

void Examine(const Link& link, const Context& context, Shown& shown) {
  const oracle::Subject& subject = link.prepared.subject;
  const Compared compared = Compare(subject, context.targets, context.lab, false);
  shown.cpu_seconds += compared.cpu_seconds;
  shown.mutants.push_back(
      {{"round", link.round}, {"order", link.order}, {"d", ToJson(compared.distance)}});
  const bool layers = link.order % kLayersEvery == 1;
  const Judged judged = JudgeCase(subject, link.prepared.truth, context.targets, context.lab,
                                  {.layers = layers, .confirm = true});
  shown.defects.insert(shown.defects.end(), judged.defects.begin(), judged.defects.end());
}

// Takes up to the two shares of the CPU time, for the chain with and that without constraints.
Result<nlohmann::json> OnModel(const std::string& name, const std::string& model,
                               const Context& context, double share_of_ours, double share_of_free) {
  ASSAY_ASSIGN(const ModelCase seed, SubjectModel(model));
  const size_t nodes = seed.model.graph.node_count();
  const int run = RoundsFor(name, nodes, context.settings.rounds_scale);
  ChainOptions options{
      .mutators = MutatorsOf(name),
      .rounds = std::max(run, RoundsFor(name, nodes, context.settings.count_scale)),
      .seed = SeedOf(context.settings, StrCat("operator ", name, " ", model))};
  Shown shown;
  const ChainCounts ours = RunChain(seed, options, [&](const Link& link) {
    if (link.round <= run) Examine(link, context, shown);
    return !context.enough(share_of_ours);
  });
  options.unconstrained = true;
  const ChainCounts free =
      RunChain(seed, options, [&](const Link&) { return !context.enough(share_of_free); });
  return nlohmann::json{{"model", model},
                        {"rounds", options.rounds},
                        {"seed", options.seed},
                        {"cut", std::min(ours.rounds, free.rounds) < options.rounds},
                        {"ours", CountsJson(ours)},
                        {"unconstrained", CountsJson(free)},
                        {"mutants", shown.mutants},
                        {"cpu_seconds", shown.cpu_seconds},
                        {"hits", shown.defects.size()},
                        {"defects", UniqueJson(shown.defects)}};
}

// Running mutants takes most of the time of a model.
constexpr double kShareOfOurs = 0.85;

Result<nlohmann::json> Measure(const std::string& name, const Context& context) {
  return OnEveryModel(name, context, [&](const std::string& model, double begin, double end) {
    return OnModel(name, model, context, begin + kShareOfOurs * (end - begin), end);
  });
}

}  // namespace
}  // namespace operator_cells

std::vector<std::string> OperatorNames() {
  std::vector<std::string> out(std::begin(kOperators), std::end(kOperators));
  out.emplace_back(kGroup);
  return out;
}

std::string OperatorCellName(const std::string& name) { return "operator-" + name; }

std::vector<Cell> OperatorCells(const Settings&) {
  std::vector<Cell> out;
  for (const std::string& name : OperatorNames())
    out.push_back({OperatorCellName(name), false, [name](const Context& context) {
                     return operator_cells::Measure(name, context);
                   }});
  return out;
}

}  // namespace assay::study
