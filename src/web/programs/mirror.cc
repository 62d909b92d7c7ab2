// mirror: programs carried from one framework to another, and twins under the same inputs.
#include "base/strings.h"
#include "mirror/table/tables.h"
#include "web/programs/grid.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

std::string StatusOf(const json& output) {
  if (!output.value("valid", false)) return "not valid";
  return output.value("preserving", false) ? "valid, keeps what it tests" : "valid";
}

json OutputRow(const Run& run, const json& output, const std::string& id) {
  const json tokens = output.value("tokens", json::object());
  return {{"id", id},
          {"api", StrCat(output.value("from", ""), " → ", output.value("to", ""))},
          {"status", StatusOf(output)},
          {"verdict", output.value("verdict", "")},
          {"oracle", output.value("symptom", "")},
          {"source", output.value("name", "")},
          {"why", output.value("why", "")},
          {"message", output.value("message", "")},
          {"issue", output.value("issue", "")},
          {"tokens", tokens.value("knowledge", int64_t{0}) + tokens.value("code", int64_t{0}) +
                         tokens.value("output", int64_t{0})},
          {"cost", output.value("cost", 0.0)},
          {"finding", output.value("finding", "")},
          {"campaign", run.id},
          {"text", output.value("program", "")},
          {"expected", output.value("source_symptom", "")}};
}

json TwinRow(const Run& run, const json& report, const std::string& id) {
  const json findings = report.value("findings", json::array());
  return {{"id", id},
          {"api", StrCat(report.value("from", ""), " → ", report.value("to", ""))},
          {"status", report.value("state", "")},
          {"verdict", CountsText(report.value("rulings", json::object()))},
          {"oracle", "twins"},
          {"programs", report.value("programs", size_t{0})},
          {"trials", report.value("trials", size_t{0})},
          {"problem", report.value("problem", "")},
          {"finding", findings.empty() ? json("") : findings[0]},
          {"campaign", run.id}};
}

}  // namespace

Result<Listed> MirrorPrograms(const store::Store& store) {
  Listed out;
  ASSAY_ASSIGN(const auto runs, ReadRuns(store, "mirror"));
  for (const Run& run : runs)
    for (size_t i = 0; i < run.reports.size(); ++i) {
      const json outputs = run.reports[i].value("outputs", json::array());
      for (size_t k = 0; k < outputs.size(); ++k)
        out.rows.push_back(OutputRow(run, outputs[k], StrCat(run.id, ".", i, ".", k)));
    }
  ASSAY_ASSIGN(const auto twins, ReadRuns(store, "mirror-pairs"));
  for (const Run& run : twins)
    for (size_t i = 0; i < run.reports.size(); ++i)
      out.rows.push_back(TwinRow(run, run.reports[i], StrCat(run.id, ".", i)));
  if (!twins.empty()) out.unit = runs.empty() ? "pairs of APIs" : "programs and pairs of APIs";
  if (!twins.empty())
    out.note =
        "Of twins one row tells what came out of a pair of APIs; the text of their programs is "
        "kept "
        "where they show a finding, on the page of the finding.";
  return out;
}

Result<json> MirrorTables(const Sources& sources) {
  ASSAY_ASSIGN(const auto runs, mirror::ReadRuns(sources.store));
  ASSAY_ASSIGN(const auto paper, mirror::LoadPaper());
  return GridsAsJson(mirror::GridsOf(mirror::MakeTables(runs, paper)));
}

}  // namespace assay::web::programs
