// Mutation position: the study's Fig. 9. The same operator in the backbone and in the task head.
#include <cmath>

#include "base/strings.h"
#include "study/literal_chain.h"
#include "study/part.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {
namespace positions {
namespace {

std::string CellName(const std::string& model, bool literal) {
  return StrCat(literal ? "literal-" : "", "position-", model);
}

// {"mutants", "cut", "d": [[per pair], …]}. Takes up to `share` of the CPU time.
nlohmann::json MeasureAt(const ModelCase& seed, const std::string& model, const std::string& name,
                         bool literal, mutate::Where where, const Context& context, double share) {
  ChainOptions options;
  options.mutators = MutatorsOf(name);
  options.rounds = context.settings.position_rounds;
  options.where = where;
  options.seed = SeedOf(context.settings, StrCat("position ", name, " ", model));
  nlohmann::json distances = nlohmann::json::array();
  const auto ours = [&](const Link& link) {
    distances.push_back(
        ToJson(Compare(link.prepared.subject, context.targets, context.lab, false).distance));
    return !context.enough(share);
  };
  const auto theirs = [&](const LiteralLink& link) {
    const LiteralRun run = RunMutant(link, context.targets, context.lab);
    if (run.ran && !link.prepared.out_of_range) distances.push_back(ToJson(run.compared.distance));
    return Fate{run.ran, context.enough(share)};
  };
  const ChainCounts counts =
      literal ? RunLiteralChain(seed, options, theirs) : RunChain(seed, options, ours);
  return {{"mutants", counts.mutants}, {"cut", counts.rounds < options.rounds}, {"d", distances}};
}

Result<nlohmann::json> Measure(const std::string& model, bool literal, const Context& context) {
  ASSAY_ASSIGN(const ModelCase seed, SubjectModel(model));
  nlohmann::json operators = nlohmann::json::array();
  bool cut = false;
  const auto all = static_cast<double>(context.settings.position_operators.size());
  for (const std::string& name : context.settings.position_operators) {
    const auto before = static_cast<double>(operators.size());
    const auto at = [&](mutate::Where where, double share) {
      return MeasureAt(seed, model, name, literal, where, context, share / all);
    };
    // Written out: the order of calls in a list of arguments is open.
    nlohmann::json backbone = at(mutate::Where::kBackbone, before + 0.5);
    nlohmann::json head = at(mutate::Where::kHead, before + 1);
    cut = cut || backbone["cut"].get<bool>() || head["cut"].get<bool>();
    operators.push_back(
        {{"operator", name}, {"backbone", std::move(backbone)}, {"head", std::move(head)}});
  }
  return nlohmann::json{{"model", model},
                        {"pairs", PairNames(context.targets)},
                        {"cut", cut},
                        {"operators", operators}};
}

template <bool literal>
std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& model : settings.position_models)
    out.push_back({CellName(model, literal), false,
                   [model](const Context& context) { return Measure(model, literal, context); }});
  return out;
}

// Distances of pair `i`.
std::vector<double> OfPair(const nlohmann::json& place, size_t i) {
  std::vector<double> out;
  for (const nlohmann::json& d : place["d"]) out.push_back(FromJson(d[i]));
  return WithoutOutliers(out);
}

std::vector<double> OfAllPairs(const nlohmann::json& place, size_t pairs) {
  std::vector<double> out;
  for (size_t i = 0; i < pairs; ++i) {
    const std::vector<double> more = OfPair(place, i);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

struct Score {
  int backbone = 0, head = 0, even = 0;  // comparisons in which it is higher
};

void AddRows(const nlohmann::json& cell, Table& table, nlohmann::json& data, Score& score) {
  for (const nlohmann::json& op : cell["operators"])
    for (size_t i = 0; i < cell["pairs"].size(); ++i) {
      const std::vector<double> b = OfPair(op["backbone"], i), h = OfPair(op["head"], i);
      const double backbone = b.empty() ? NAN : MeanOf(b), head = h.empty() ? NAN : MeanOf(h);
      const bool both = !b.empty() && !h.empty();
      if (both) ++(backbone > head ? score.backbone : head > backbone ? score.head : score.even);
      table.rows.push_back({cell["model"], op["operator"], cell["pairs"][i], Short(backbone),
                            Short(head),
                            !both             ? "-"
                            : backbone > head ? "backbone"
                            : head > backbone ? "head"
                                              : "equal"});
      data.push_back({{"model", cell["model"]},
                      {"operator", op["operator"]},
                      {"pair", cell["pairs"][i]},
                      {"backbone", ToJson(backbone)},
                      {"head", ToJson(head)}});
    }
}

Quartiles BoxOf(const nlohmann::json& place, size_t pairs) {
  const std::vector<double> values = OfAllPairs(place, pairs);
  return values.empty() ? Quartiles{NAN, NAN, NAN, NAN, NAN} : QuartilesOf(values);
}

Plot PlotOf(const nlohmann::json& cell, const std::string& prefix) {
  std::vector<BoxGroup> groups;
  for (const nlohmann::json& op : cell["operators"])
    groups.push_back(
        {op["operator"],
         {BoxOf(op["backbone"], cell["pairs"].size()), BoxOf(op["head"], cell["pairs"].size())}});
  const std::string model = cell["model"];
  return {StrCat(prefix, "position-", model), StrCat("Backbone and head of ", model),
          BoxPlot(StrCat("Inconsistency of mutants of ", model, ", all pairs"), "D",
                  {"backbone", "head"}, groups)};
}

template <bool literal>
void Present(const Settings& settings, const Results& results, const Paper& paper,
             nlohmann::json& data, Chapter& chapter) {
  const std::string prefix = literal ? "literal-" : "", key = literal ? "literal_" : "";
  Table table{
      .name = prefix + "positions",
      .title = "Mutation position: mean D of mutants made in the backbone or in the head (Fig. 9)",
      .header = {"model", "operator", "pair", "backbone", "head", "higher"}};
  nlohmann::json& rows = data[key + "positions"] = nlohmann::json::array();
  Score score;
  for (const std::string& model : settings.position_models) {
    const nlohmann::json& cell = results.at(CellName(model, literal));
    AddRows(cell, table, rows, score);
    chapter.plots.push_back(PlotOf(cell, prefix));
  }
  const int all = score.backbone + score.head + score.even;
  const double higher = Percent(score.backbone, all);
  data[key + "position_summary"] = {{"comparisons", all},
                                    {"backbone_higher", score.backbone},
                                    {"head_higher", score.head},
                                    {"backbone_higher_percent", higher},
                                    {"paper_percent", paper.backbone_higher_percent}};
  table.note = StrCat("The backbone is higher in ", Fixed(higher, 1), " % of ", all,
                      " comparisons, the head in ", score.head,
                      "; the paper: ", Fixed(paper.backbone_higher_percent, 2),
                      " %. A dash: no mutant of that kind in that part.");
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace positions

PartDef PositionsPartDef() {
  return {"positions", "RQ3, mutation position: backbone or task head?", positions::Cells<false>,
          positions::Present<false>};
}

PartDef LiteralPositionsPartDef() {
  return {"literal-positions", "RQ3, mutation position, in the literature's own form",
          positions::Cells<true>, positions::Present<true>, true};
}

}  // namespace assay::study
