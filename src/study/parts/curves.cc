// D and R over the rounds of one model: the study's Fig. 8.
#include <cmath>

#include "base/strings.h"
#include "study/chain.h"
#include "study/part.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {
namespace curves {
namespace {

std::string CellName(const std::string& name) { return "curve-" + name; }

std::vector<std::string> NamesOf(const Settings& settings) {
  std::vector<std::string> out = settings.curve_operators;
  out.emplace_back(kGroup);
  return out;
}

Result<nlohmann::json> Measure(const std::string& name, const Context& context) {
  ASSAY_ASSIGN(const ModelCase seed, SubjectModel(context.settings.curve_model));
  ChainOptions options{.mutators = MutatorsOf(name),
                       .rounds = context.settings.curve_rounds,
                       .seed = SeedOf(context.settings, "curve " + name)};
  nlohmann::json points = nlohmann::json::array();
  RunChain(seed, options, [&](const Link& link) {
    const Compared compared = Compare(link.prepared.subject, context.targets, context.lab, true);
    points.push_back(
        {{"round", link.round}, {"d", ToJson(compared.distance)}, {"r", ToJson(compared.rate)}});
    return !context.enough();
  });
  return nlohmann::json{{"operator", name},
                        {"model", context.settings.curve_model},
                        {"pairs", PairNames(context.targets)},
                        {"points", points}};
}

std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& name : NamesOf(settings))
    out.push_back(
        {CellName(name), false, [name](const Context& context) { return Measure(name, context); }});
  return out;
}

// One curve per operator of measure `key` ("d" or "r") on pair `i`.
std::vector<Series> SeriesOf(const Settings& settings, const Results& results,
                             const std::string& key, size_t i) {
  std::vector<Series> out;
  for (const std::string& name : NamesOf(settings)) {
    Series series{name, {}};
    for (const nlohmann::json& point : results.at(CellName(name))["points"])
      if (i < point[key].size())
        series.points.emplace_back(point["round"].get<double>(), FromJson(point[key][i]));
    out.push_back(std::move(series));
  }
  return out;
}

double HighestOf(const Series& series, double& round) {
  double highest = NAN;
  for (const auto& [x, y] : series.points)
    if (std::isfinite(y) && !(y <= highest)) {
      highest = y;
      round = x;
    }
  return highest;
}

std::string FileName(const std::string& key, size_t i) { return StrCat("curve-", key, "-", i + 1); }

void Present(const Settings& settings, const Results& results, const Paper&, nlohmann::json& data,
             Chapter& chapter) {
  const nlohmann::json pairs = results.at(CellName(std::string(kGroup)))["pairs"];
  Table table{.name = "curves",
              .title = StrCat("Highest D and R over ", settings.curve_rounds, " rounds on ",
                              settings.curve_model, ", and the round (Fig. 8)"),
              .header = {"operator", "pair", "highest D", "round", "highest R", "round"}};
  for (size_t i = 0; i < pairs.size(); ++i) {
    const std::string pair = pairs[i];
    const auto d = SeriesOf(settings, results, "d", i), r = SeriesOf(settings, results, "r", i);
    for (size_t k = 0; k < d.size(); ++k) {
      double d_round = NAN, r_round = NAN;
      const double d_high = HighestOf(d[k], d_round), r_high = HighestOf(r[k], r_round);
      table.rows.push_back(
          {d[k].name, pair, Short(d_high), Fixed(d_round, 0), Short(r_high), Fixed(r_round, 0)});
    }
    chapter.plots.push_back({FileName("d", i), StrCat("D over the rounds, ", pair),
                             LinePlot(StrCat("D over the rounds, ", pair), "round", "D", true, d)});
    chapter.plots.push_back(
        {FileName("r", i), StrCat("R over the rounds, ", pair),
         LinePlot(StrCat("R over the rounds, ", pair), "round", "largest R of a layer", true, r)});
  }
  data["curves"] = nlohmann::json::array();
  for (const std::string& name : NamesOf(settings))
    data["curves"].push_back(results.at(CellName(name)));
  chapter.tables.push_back(std::move(table));
}

}  // namespace
}  // namespace curves

PartDef CurvesPartDef() {
  return {"curves", "RQ3, over the rounds: when do mutants differ most?", curves::Cells,
          curves::Present};
}

}  // namespace assay::study
