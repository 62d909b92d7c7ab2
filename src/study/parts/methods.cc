// Methods at equal CPU time: the study's RQ2, Fig. 6 and Fig. 7. What a method reports is judged
// again by the certified reference, so that methods with and without one are counted alike.
#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "study/parts/method_rows.h"
#include "study/plots/plots.h"
#include "study/statistics.h"

namespace assay::study {
namespace methods {
namespace {

using Row = MethodRow;

std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& method : settings.methods) out.push_back(MethodCell(settings, method));
  return out;
}

std::vector<Row> RowsOf(const Settings& settings, const Results& results) {
  std::vector<Row> out;
  std::map<std::string, int> finders;
  for (const std::string& method : settings.methods) {
    Row row = MethodRowOf(method, results.at(MethodCellName(method)));
    for (const auto& [key, unique] : row.unique) ++finders[key];
    out.push_back(std::move(row));
  }
  for (Row& row : out)
    for (const auto& [key, unique] : row.unique) row.only_here += finders[key] == 1 ? 1 : 0;
  return out;
}

// Lowest order of a unique finding → how many.
std::map<std::string, int> OrdersOf(const Row& row) {
  std::map<std::string, int> out;
  for (const auto& [key, unique] : row.unique)
    ++out[unique.order > 5 ? "high" : StrCat(unique.order)];
  return out;
}

nlohmann::json OrNull(const std::optional<int>& value) {
  return value.has_value() ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

nlohmann::json RowJson(const Row& row, const Paper& paper) {
  nlohmann::json out = row.cell;
  out["unique"] = row.unique.size();
  out["only_here"] = row.only_here;
  out["duplicates"] = row.duplicates();
  out["duplicates_percent"] = ShareOf(row.duplicates(), row.judged());
  out["false_alarms"] = row.false_hits;
  out["false_alarms_percent"] = ShareOf(row.false_hits, row.judged());
  out["false_groups"] = row.false_groups;
  out["undecided"] = row.undecided_hits;
  out["types"] = row.types;
  out["orders"] = OrdersOf(row);
  if (const auto it = paper.methods.find(row.name); it != paper.methods.end())
    out["paper"] = {{"earlier", OrNull(it->second.earlier)},
                    {"earlier_confirmed", OrNull(it->second.earlier_confirmed)},
                    {"reported", OrNull(it->second.reported)},
                    {"unique", OrNull(it->second.unique)},
                    {"confirmed", OrNull(it->second.confirmed)}};
  return out;
}

Table MethodsTable(const Settings& settings, const std::vector<Row>& rows, const Paper& paper) {
  Table out{
      .name = "methods",
      .title = StrCat("Methods at ", Fixed(settings.cpu_seconds, 0), " CPU seconds each (Fig. 6)"),
      .header = {"method", "cases", "CPU s", "illegal %", "reported", "unique defects",
                 "only this method", "duplicates %", "false alarms %", "undecided",
                 "paper: reported / unique / confirmed"}};
  for (const Row& row : rows)
    out.rows.push_back({row.name, row.cell["cases"].dump(), Fixed(row.cell["cpu_seconds"], 1),
                        Fixed(row.cell["illegal_percent"], 2), row.cell["reported"].dump(),
                        StrCat(row.unique.size()), StrCat(row.only_here),
                        Fixed(ShareOf(row.duplicates(), row.judged()), 1),
                        Fixed(ShareOf(row.false_hits, row.judged()), 1), StrCat(row.undecided_hits),
                        PaperMethodText(paper, row.name)});
  out.note =
      "Reported: all hits of the method's own oracle. Of the confirmed ones, a case is judged "
      "again by the certified reference: a unique defect is one framework, symptom and operator or "
      "message; a false alarm is a report on a case that all targets in question get right; "
      "undecided is what the reference cannot decide. CPU time counts the search with its targets, "
      "not the start of the workers. The paper's figures are of 100 rounds per model on its "
      "frameworks (AUDEE was not run there).";
  return out;
}

// One column for each of `columns`, with what `counts` gives of a method.
template <typename Columns, typename CountsOf>
Table CountTable(Table out, const Columns& columns, const std::vector<Row>& rows,
                 const CountsOf& counts_of) {
  out.header = {"method"};
  out.header.insert(out.header.end(), columns.begin(), columns.end());
  for (const Row& row : rows) {
    const std::map<std::string, int> counts = counts_of(row);
    std::vector<std::string>& cells = out.rows.emplace_back(1, row.name);
    for (const std::string& column : columns)
      cells.push_back(StrCat(counts.contains(column) ? counts.at(column) : 0));
  }
  return out;
}

Table TypesTable(const std::vector<Row>& rows) {
  std::set<std::string> types;
  for (const Row& row : rows)
    for (const auto& [type, count] : row.types) types.insert(type);
  return CountTable({.name = "types",
                     .title = "Unique defects by type (Fig. 7)",
                     .note = "The paper's earlier methods together: C1 13, F2 10, F1 5, B1 2, C2, "
                             "E1, G1 and G4 one each."},
                    types, rows, [](const Row& row) { return row.types; });
}

Table OrdersTable(const std::vector<Row>& rows) {
  const std::vector<std::string> orders = {"0", "1", "2", "3", "4", "5", "high"};
  return CountTable(
      {.name = "methods-orders",
       .title = "Unique defects by the fewest mutations that showed them",
       .note = "0: a subject model or a generated graph as it is; high: more than five."},
      orders, rows, OrdersOf);
}

void Present(const Settings& settings, const Results& results, const Paper& paper,
             nlohmann::json& data, Chapter& chapter) {
  const std::vector<Row> rows = RowsOf(settings, results);
  std::vector<BarGroup> bars;
  data["methods"] = nlohmann::json::array();
  for (const Row& row : rows) {
    data["methods"].push_back(RowJson(row, paper));
    bars.push_back({row.name,
                    {static_cast<double>(row.unique.size()), static_cast<double>(row.only_here),
                     static_cast<double>(row.false_groups)}});
  }
  chapter.tables = {MethodsTable(settings, rows, paper), TypesTable(rows), OrdersTable(rows)};
  chapter.plots.push_back(
      {"methods", "Unique defects per method",
       BarPlot("Unique defects at equal CPU time", "findings",
               {"unique defects", "only this method", "false findings"}, bars)});
}

}  // namespace
}  // namespace methods

PartDef MethodsPartDef() {
  return {"methods", "RQ2: what do the methods find in equal CPU time?", methods::Cells,
          methods::Present};
}

}  // namespace assay::study
