// The methods in both forms, ours and the literature's own: what constraints and a certified oracle
// are worth.
#include <algorithm>
#include <array>

#include "base/strings.h"
#include "study/parts/method_rows.h"
#include "study/statistics.h"

namespace assay::study {
namespace literal_methods {
namespace {

// Those of the literature. comet-opt is the study's own answer to them, assay ours.
constexpr std::array<std::string_view, 4> kOfTheLiterature = {"cradle", "lemon", "audee", "comet"};
constexpr const char* kOurs = "assay";

std::vector<std::string> MethodsOf(const Settings& settings) {
  std::vector<std::string> out;
  for (const std::string& method : settings.methods)
    if (std::ranges::find(kOfTheLiterature, method) != kOfTheLiterature.end())
      out.push_back(method);
  return out;
}

// Both forms: the table needs ours beside theirs.
std::vector<Cell> Cells(const Settings& settings) {
  std::vector<Cell> out;
  for (const std::string& method : settings.methods) out.push_back(MethodCell(settings, method));
  for (const std::string& method : MethodsOf(settings))
    out.push_back(MethodCell(settings, method, true));
  return out;
}

nlohmann::json RowJson(const MethodRow& row, bool literal) {
  return {{"method", row.name},
          {"form", literal ? "literal" : "ours"},
          {"cases", row.cell["cases"]},
          {"cpu_seconds", row.cell["cpu_seconds"]},
          {"illegal_percent", row.cell["illegal_percent"]},
          {"nan_percent", row.cell.value("nan_percent", 0.0)},
          {"reported", row.cell["reported"]},
          {"real", row.unique.size()},
          {"duplicates", row.duplicates()},
          {"duplicates_percent", ShareOf(row.duplicates(), row.judged())},
          {"false_alarms", row.false_hits},
          {"false_alarms_percent", ShareOf(row.false_hits, row.judged())},
          {"undecided", row.undecided_hits},
          {"coverage", row.cell.value("coverage", nlohmann::json::object())}};
}

Table FormsTable(const Settings& settings) {
  Table out{.name = "forms",
            .title = StrCat("Methods in both forms at ", Fixed(settings.cpu_seconds, 0),
                            " CPU seconds each, same seeds"),
            .header = {"method", "form", "cases", "illegal %", "NaN %", "reported", "real",
                       "duplicates %", "false alarms %", "undecided",
                       "paper: reported / unique / confirmed"}};
  out.note =
      "Literal: mutants under no constraint but the literature's own, run when the official "
      "checker accepts them; D_MAD > 0.4 (R > 1e3 on the models that the study added) without our "
      "excuse for pairs that agree to 1e-4, no certified bounds. Illegal: by the study's rule in "
      "the literal form (refused by the checker or by all targets, or out of range), by ours "
      "otherwise. NaN: cases of which a target gave NaN or infinity. Real: distinct defects by the "
      "certified reference. False alarms: reports on illegal mutants, or on cases that all targets "
      "in question get right.";
  return out;
}

void AddRow(const MethodRow& row, bool literal, const Paper& paper, Table& table) {
  table.rows.push_back({row.name, literal ? "literal" : "ours", row.cell["cases"].dump(),
                        Fixed(row.cell["illegal_percent"], 1),
                        Fixed(row.cell.value("nan_percent", 0.0), 1), row.cell["reported"].dump(),
                        StrCat(row.unique.size()),
                        Fixed(ShareOf(row.duplicates(), row.judged()), 1),
                        Fixed(ShareOf(row.false_hits, row.judged()), 1), StrCat(row.undecided_hits),
                        literal ? PaperMethodText(paper, row.name) : ""});
}

// assay against each literal method.
Table AgainstTable(const MethodRow& ours, const std::vector<MethodRow>& literal,
                   nlohmann::json& data) {
  Table out{.name = "against",
            .title = "assay against each literal method at equal CPU time: distinct real defects",
            .header = {"method", "literal", "assay", "times", "false alarms of assay %"}};
  data = nlohmann::json::array();
  const double false_alarms = ShareOf(ours.false_hits, ours.judged());
  for (const MethodRow& row : literal) {
    const auto theirs = static_cast<double>(row.unique.size());
    const auto found = static_cast<double>(ours.unique.size());
    out.rows.push_back({row.name, Fixed(theirs, 0), Fixed(found, 0),
                        theirs == 0 ? "-" : Fixed(found / theirs, 1), Fixed(false_alarms, 1)});
    data.push_back({{"method", row.name},
                    {"literal", row.unique.size()},
                    {"assay", ours.unique.size()},
                    {"times", theirs == 0 ? nlohmann::json(nullptr) : ToJson(found / theirs)},
                    {"assay_false_alarms_percent", false_alarms}});
  }
  return out;
}

// What AUDEE's causal localisation says of its own reports, with the certified verdict beside it.
Table CausesTable(const nlohmann::json& cell) {
  Table out{.name = "causes",
            .title = "AUDEE's causal localisation of what it reported, literal form",
            .header = {"targets", "kind", "layer", "parameters", "certified"}};
  for (const nlohmann::json& finding : cell["findings"]) {
    const nlohmann::json cause = finding.value("cause", nlohmann::json());
    if (!cause.is_object()) continue;
    const std::string op = cause["op"];
    out.rows.push_back({finding["target"], finding["kind"], op.empty() ? "-" : op,
                        Join(cause["parameters"].get<std::vector<std::string>>(), ", "),
                        finding["outcome"]});
  }
  return out;
}

void Present(const Settings& settings, const Results& results, const Paper& paper,
             nlohmann::json& data, Chapter& chapter) {
  Table table = FormsTable(settings);
  std::vector<MethodRow> literal;
  const std::vector<std::string> both = MethodsOf(settings);
  data["forms"] = nlohmann::json::array();
  for (const std::string& method : settings.methods) {
    const MethodRow ours = MethodRowOf(method, results.at(MethodCellName(method)));
    AddRow(ours, false, paper, table);
    data["forms"].push_back(RowJson(ours, false));
    if (std::ranges::find(both, method) == both.end()) continue;
    literal.push_back(MethodRowOf(method, results.at(MethodCellName(method, true))));
    AddRow(literal.back(), true, paper, table);
    data["forms"].push_back(RowJson(literal.back(), true));
  }
  chapter.tables.push_back(std::move(table));
  for (const MethodRow& row : literal)
    if (Table causes = CausesTable(row.cell); !causes.rows.empty())
      chapter.tables.push_back(std::move(causes));
  if (std::ranges::find(settings.methods, kOurs) == settings.methods.end()) return;
  chapter.tables.push_back(AgainstTable(MethodRowOf(kOurs, results.at(MethodCellName(kOurs))),
                                        literal, data["against_literal"]));
}

}  // namespace
}  // namespace literal_methods

PartDef LiteralMethodsPartDef() {
  return {"literal-methods", "RQ2, the methods as the literature has them, beside our forms",
          literal_methods::Cells, literal_methods::Present, true};
}

}  // namespace assay::study
