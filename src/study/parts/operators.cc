// Mutation type: the study's Table 4. Per operator the share of illegal mutants, the time, the mean
// inconsistency of each pair of targets, and what the reference found in its mutants.
#include "study/parts/operators.h"

#include <map>

#include "base/strings.h"
#include "study/framework_pairs.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {
namespace operators {
namespace {

// One line of the table.
struct Row {
  std::string name;
  int64_t ours = 0, refused = 0, illegal = 0;            // with our constraints
  int64_t free = 0, free_refused = 0, free_illegal = 0;  // without
  int64_t run = 0;                                       // mutants that were run on the targets
  double ms_per_mutant = 0;                              // CPU time of all targets
  std::vector<double> inconsistency;                     // per pair
  int64_t hits = 0;
  std::map<std::string, int> types;         // unique defects by type
  std::map<std::string, std::string> keys;  // of defects: their type
};

// Distances of each pair on one model, without outliers.
std::vector<std::vector<double>> DistancesOn(const nlohmann::json& model, size_t pairs) {
  std::vector<std::vector<double>> out(pairs);
  for (const nlohmann::json& mutant : model["mutants"])
    for (size_t i = 0; i < pairs; ++i) out[i].push_back(FromJson(mutant["d"][i]));
  for (std::vector<double>& values : out) values = WithoutOutliers(values);
  return out;
}

void AddCounts(const nlohmann::json& model, Row& row) {
  row.ours += model["ours"]["mutants"].get<int64_t>();
  row.refused += model["ours"]["refused"].get<int64_t>();
  row.illegal += model["ours"]["illegal"].get<int64_t>();
  row.free += model["unconstrained"]["mutants"].get<int64_t>();
  row.free_refused += model["unconstrained"]["refused"].get<int64_t>();
  row.free_illegal += model["unconstrained"]["illegal"].get<int64_t>();
  row.run += static_cast<int64_t>(model["mutants"].size());
  row.hits += model["hits"].get<int64_t>();
  for (const nlohmann::json& defect : model["defects"]) row.keys[defect["key"]] = defect["type"];
}

// Each model counts alike: rounds depend on operator and model, and CPU time may end a chain, so
// that a mean over all mutants would compare models, not operators.
Row RowOf(const nlohmann::json& cell) {
  Row row{.name = cell["operator"]};
  const size_t pairs = cell["pairs"].size();
  std::vector<std::vector<double>> means(pairs);
  std::vector<double> ms;
  for (const nlohmann::json& model : cell["models"]) {
    AddCounts(model, row);
    const auto mutants = static_cast<double>(model["mutants"].size());
    if (mutants > 0) ms.push_back(1000 * model["cpu_seconds"].get<double>() / mutants);
    const auto distances = DistancesOn(model, pairs);
    for (size_t i = 0; i < pairs; ++i)
      if (!distances[i].empty()) means[i].push_back(MeanOf(distances[i]));
  }
  row.ms_per_mutant = MeanOf(ms);
  for (const auto& [key, type] : row.keys) ++row.types[type];
  for (const auto& values : means) row.inconsistency.push_back(MeanOf(values));
  return row;
}

nlohmann::json RowJson(const Row& row, const nlohmann::json& pairs, const PaperOperator& paper) {
  nlohmann::json inconsistency;
  for (size_t i = 0; i < row.inconsistency.size(); ++i)
    inconsistency[pairs[i].get<std::string>()] = ToJson(row.inconsistency[i]);
  return {
      {"operator", row.name},
      {"mutants", row.ours},
      {"run", row.run},
      {"illegal_percent", Percent(static_cast<double>(row.illegal), row.ours)},
      {"refused_percent", Percent(static_cast<double>(row.refused), row.ours)},
      {"unconstrained_mutants", row.free},
      {"unconstrained_illegal_percent", Percent(static_cast<double>(row.free_illegal), row.free)},
      {"unconstrained_refused_percent", Percent(static_cast<double>(row.free_refused), row.free)},
      {"cpu_ms_per_mutant", row.ms_per_mutant},
      {"inconsistency", inconsistency},
      {"findings", row.hits},
      {"unique", row.keys.size()},
      {"types", row.types},
      {"paper",
       {{"illegal_percent", paper.illegal_percent},
        {"seconds", paper.seconds},
        {"inconsistency", paper.inconsistency}}}};
}

std::string TypesText(const std::map<std::string, int>& types) {
  std::vector<std::string> out;
  for (const auto& [type, count] : types) out.push_back(StrCat(type, " ", count));
  return Join(out, ", ");
}

Table LegalityTable(const std::vector<Row>& rows, const Paper& paper) {
  Table out{.name = "operators",
            .title = "Mutation type: legality, time, findings (Table 4)",
            .header = {"operator", "mutants", "illegal %", "unconstrained: illegal %", "paper %",
                       "run", "CPU ms per run", "paper s", "unique findings", "types"}};
  for (const Row& row : rows) {
    const PaperOperator& theirs = paper.operators.at(row.name);
    out.rows.push_back(
        {row.name, StrCat(row.ours), Fixed(Percent(static_cast<double>(row.illegal), row.ours), 1),
         Fixed(Percent(static_cast<double>(row.free_illegal), row.free), 1),
         Fixed(theirs.illegal_percent, 1), StrCat(row.run), Fixed(row.ms_per_mutant, 1),
         Fixed(theirs.seconds, 0), StrCat(row.keys.size()), TypesText(row.types)});
  }
  out.note =
      "Illegal by the study's rule: cannot be run, has nothing left, or gives NaN, an infinity or "
      "more than 1e36. Unconstrained: the operators as the literature has them. CPU ms: of all "
      "targets together for one mutant, the mean over models of each model's mean. The paper's "
      "times are of whole experiments on its machine.";
  return out;
}

void Present(const Settings&, const Results& results, const Paper& paper, nlohmann::json& data,
             Chapter& chapter) {
  std::vector<Row> rows;
  std::vector<BarGroup> bars;
  nlohmann::json pairs;
  std::vector<PairMeans> means;
  data["operators"] = nlohmann::json::array();
  for (const std::string& name : OperatorNames()) {
    const nlohmann::json& cell = results.at(OperatorCellName(name));
    pairs = cell["pairs"];
    rows.push_back(RowOf(cell));
    const Row& row = rows.back();
    means.push_back({name, row.inconsistency});
    const PaperOperator& theirs = paper.operators.at(name);
    data["operators"].push_back(RowJson(row, pairs, theirs));
    bars.push_back(
        {name,
         {Percent(static_cast<double>(row.illegal), row.ours),
          Percent(static_cast<double>(row.free_illegal), row.free), theirs.illegal_percent}});
  }
  chapter.tables.push_back(LegalityTable(rows, paper));
  for (Table& table : InconsistencyTables("", means, pairs.get<std::vector<std::string>>(), paper))
    chapter.tables.push_back(std::move(table));
  chapter.plots.push_back({"illegal", "Illegal mutants per operator",
                           BarPlot("Illegal mutants per operator", "percent of mutants",
                                   {"assay", "unconstrained", "paper"}, bars)});
}

}  // namespace
}  // namespace operators

PartDef OperatorsPartDef() {
  return {"operators", "RQ3, mutation type: which operators make what kind of mutants?",
          OperatorCells, operators::Present};
}

}  // namespace assay::study
