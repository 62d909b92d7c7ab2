// Mutation type in the literature's own form: the study's Table 4 once more, with every mutant that
// the official checker accepts run on the targets.
#include "study/parts/literal_operators.h"

#include <cmath>

#include "base/strings.h"
#include "oracle/differential.h"
#include "study/framework_pairs.h"
#include "study/parts/operators.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {
namespace literal_operators {
namespace {

constexpr double kNear = 10;  // points: an illegal rate that counts as the paper's

// One line of the table.
struct Row {
  std::string name;
  int64_t mutants = 0, refused = 0, illegal = 0, out_of_range = 0, ran = 0;
  int64_t rates = 0, above = 0;  // pairs of runs with an R; with one that Test Oracle 3 reports
  double highest_rate = NAN;
  std::vector<double> means;  // D per pair
  double illegal_percent() const { return Percent(static_cast<double>(illegal), mutants); }
};

void AddRates(const nlohmann::json& mutant, Row& row) {
  for (const nlohmann::json& value : mutant["r"]) {
    const double rate = FromJson(value);
    if (!std::isfinite(rate)) continue;
    ++row.rates;
    row.above += rate > oracle::kRateThreshold ? 1 : 0;
    if (!(rate <= row.highest_rate)) row.highest_rate = rate;
  }
}

Row RowOf(const nlohmann::json& cell) {
  Row row{.name = cell["operator"]};
  const size_t pairs = cell["pairs"].size();
  std::vector<std::vector<double>> means(pairs);  // per pair, one of each model
  for (const nlohmann::json& model : cell["models"]) {
    const nlohmann::json& counts = model["counts"];
    row.mutants += counts["mutants"].get<int64_t>();
    row.refused += counts["refused"].get<int64_t>();
    row.illegal += counts["illegal"].get<int64_t>();
    row.out_of_range += static_cast<int64_t>(counts["out_of_range"].size());
    row.ran += model["ran"].get<int64_t>();
    std::vector<std::vector<double>> distances(pairs);
    for (const nlohmann::json& mutant : model["mutants"]) {
      AddRates(mutant, row);
      for (size_t i = 0; i < pairs; ++i) distances[i].push_back(FromJson(mutant["d"][i]));
    }
    for (size_t i = 0; i < pairs; ++i)
      if (const auto kept = WithoutOutliers(distances[i]); !kept.empty())
        means[i].push_back(MeanOf(kept));
  }
  for (const auto& values : means) row.means.push_back(values.empty() ? NAN : MeanOf(values));
  return row;
}

nlohmann::json RowJson(const Row& row, const std::vector<std::string>& pairs,
                       const PaperOperator& paper) {
  nlohmann::json inconsistency;
  for (size_t i = 0; i < pairs.size(); ++i) inconsistency[pairs[i]] = ToJson(row.means[i]);
  return {{"operator", row.name},
          {"mutants", row.mutants},
          {"run", row.ran},
          {"illegal_percent", row.illegal_percent()},
          {"refused_percent", Percent(static_cast<double>(row.refused), row.mutants)},
          {"nan_percent", Percent(static_cast<double>(row.out_of_range), row.mutants)},
          {"paper_illegal_percent", paper.illegal_percent},
          {"within_ten_points", std::fabs(row.illegal_percent() - paper.illegal_percent) <= kNear},
          {"highest_r", ToJson(row.highest_rate)},
          {"r_above_threshold_percent", Percent(static_cast<double>(row.above), row.rates)},
          {"inconsistency", inconsistency}};
}

Table LegalityTable(const std::vector<Row>& rows, const Paper& paper) {
  Table out{.name = "literal-operators",
            .title = "Mutation type in the literature's own form: legality and R (Table 4)",
            .header = {"operator", "mutants", "illegal %", "paper %", "within 10 points",
                       "of them refused %", "out of range %", "run", "highest R", "R above 1e3 %"}};
  int near = 0;
  for (const Row& row : rows) {
    const double theirs = paper.operators.at(row.name).illegal_percent;
    const bool within = std::fabs(row.illegal_percent() - theirs) <= kNear;
    near += within ? 1 : 0;
    out.rows.push_back(
        {row.name, StrCat(row.mutants), Fixed(row.illegal_percent(), 1), Fixed(theirs, 1),
         within ? "yes" : "no", Fixed(Percent(static_cast<double>(row.refused), row.mutants), 1),
         Fixed(Percent(static_cast<double>(row.out_of_range), row.mutants), 1), StrCat(row.ran),
         Short(row.highest_rate), Fixed(Percent(static_cast<double>(row.above), row.rates), 1)});
  }
  out.note = StrCat(
      near, " of ", rows.size(),
      " illegal rates are within 10 points of the paper's. Literal: mutants under no constraint "
      "but "
      "the literature's own (LR, LC and LS take layers of equal input and output shapes, SM and DM "
      "repair with Pad and Reshape); every one that the official checker accepts is run. Illegal: "
      "refused, failed on all targets, or out of range. The paper's rates are means over 11 "
      "models: the 18.2 % of four weight operators is 2 of 11, a property of two models rather "
      "than of the operators.");
  return out;
}

void Present(const Settings&, const Results& results, const Paper& paper, nlohmann::json& data,
             Chapter& chapter) {
  std::vector<Row> rows;
  std::vector<PairMeans> means;
  std::vector<BarGroup> bars;
  std::vector<std::string> pairs;
  data["literal_operators"] = nlohmann::json::array();
  for (const std::string& name : OperatorNames()) {
    const nlohmann::json& cell = results.at(LiteralOperatorCellName(name));
    pairs = cell["pairs"].get<std::vector<std::string>>();
    rows.push_back(RowOf(cell));
    means.push_back({name, rows.back().means});
    const PaperOperator& theirs = paper.operators.at(name);
    data["literal_operators"].push_back(RowJson(rows.back(), pairs, theirs));
    bars.push_back({name, {rows.back().illegal_percent(), theirs.illegal_percent}});
  }
  chapter.tables.push_back(LegalityTable(rows, paper));
  for (Table& table : InconsistencyTables("literal-", means, pairs, paper))
    chapter.tables.push_back(std::move(table));
  chapter.plots.push_back({"literal-illegal", "Illegal mutants per operator, literal form",
                           BarPlot("Illegal mutants per operator, literal form",
                                   "percent of mutants", {"literal", "paper"}, bars)});
}

}  // namespace
}  // namespace literal_operators

PartDef LiteralOperatorsPartDef() {
  return {"literal-operators", "RQ3, mutation type, in the literature's own form",
          LiteralOperatorCells, literal_operators::Present, true};
}

}  // namespace assay::study
