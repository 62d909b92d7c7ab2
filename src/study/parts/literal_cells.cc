// Measures one operator as the study had it: its mutants on every model, all of those that the
// official checker accepts run on the targets.
#include <algorithm>

#include "base/strings.h"
#include "study/literal_chain.h"
#include "study/parts/literal_operators.h"
#include "study/parts/operators.h"

namespace assay::study {
namespace literal_cells {
namespace {

// Takes up to `share` of the CPU time.
Result<nlohmann::json> OnModel(const std::string& name, const std::string& model,
                               const Context& context, double share) {
  ASSAY_ASSIGN(const ModelCase seed, SubjectModel(model));
  // The seed and the random numbers of our form.
  const ChainOptions options{
      .mutators = MutatorsOf(name),
      .rounds = RoundsFor(name, seed.model.graph.node_count(),
                          std::max(context.settings.rounds_scale, context.settings.count_scale)),
      .seed = SeedOf(context.settings, StrCat("operator ", name, " ", model))};
  nlohmann::json mutants = nlohmann::json::array();
  int64_t ran = 0;
  double cpu_seconds = 0;
  const ChainCounts counts = RunLiteralChain(seed, options, [&](const LiteralLink& link) {
    const LiteralRun run = RunMutant(link, context.targets, context.lab);
    cpu_seconds += run.compared.cpu_seconds;
    ran += run.ran ? 1 : 0;
    if (run.ran && !link.prepared.out_of_range) mutants.push_back(run.Json(link));
    return Fate{run.ran, context.enough(share)};
  });
  return nlohmann::json{{"model", model},       {"rounds", options.rounds},
                        {"seed", options.seed}, {"cut", counts.rounds < options.rounds},
                        {"ran", ran},           {"counts", CountsJson(counts)},
                        {"mutants", mutants},   {"cpu_seconds", cpu_seconds}};
}

Result<nlohmann::json> Measure(const std::string& name, const Context& context) {
  return OnEveryModel(name, context, [&](const std::string& model, double, double end) {
    return OnModel(name, model, context, end);
  });
}

}  // namespace
}  // namespace literal_cells

std::string LiteralOperatorCellName(const std::string& name) { return "literal-operator-" + name; }

std::vector<Cell> LiteralOperatorCells(const Settings&) {
  std::vector<Cell> out;
  for (const std::string& name : OperatorNames())
    out.push_back({LiteralOperatorCellName(name), false, [name](const Context& context) {
                     return literal_cells::Measure(name, context);
                   }});
  return out;
}

}  // namespace assay::study
