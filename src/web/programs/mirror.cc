// mirror: programs carried from one framework to another, and twins under the same inputs.
#include "base/strings.h"
#include "mirror/pairs/report.h"
#include "mirror/report.h"
#include "mirror/table/tables.h"
#include "web/programs/grid.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

std::string StatusOf(const mirror::OutputReport& output) {
  if (!output.valid) return "not valid";
  return output.preserving ? "valid, keeps what it tests" : "valid";
}

json OutputRow(const Run& run, const mirror::OutputReport& output, const std::string& id) {
  const mirror::TokenReport& tokens = output.tokens;
  return {{"id", id},
          {"api", StrCat(output.from, " → ", output.to)},
          {"status", StatusOf(output)},
          {"verdict", output.verdict},
          {"oracle", output.symptom},
          {"source", output.name},
          {"why", output.why},
          {"message", output.message},
          {"issue", output.issue},
          {"tokens", tokens.knowledge + tokens.code + tokens.output},
          {"cost", output.cost},
          {"finding", output.finding},
          {"campaign", run.id},
          {"text", output.program},
          {"expected", output.source_symptom}};
}

json TwinRow(const Run& run, const mirror::pairs::SubjectReport& report, const std::string& id) {
  return {{"id", id},
          {"api", StrCat(report.from, " → ", report.to)},
          {"status", report.state},
          {"verdict", CountsText(report.rulings)},
          {"oracle", "twins"},
          {"programs", report.programs},
          {"trials", report.trials},
          {"problem", report.problem},
          {"finding", report.findings.empty() ? "" : report.findings[0]},
          {"campaign", run.id}};
}

}  // namespace

Result<Listed> MirrorPrograms(const store::Store& store) {
  Listed out;
  ASSAY_ASSIGN(const auto runs, ReadRuns(store, "mirror"));
  for (const Run& run : runs)
    for (size_t i = 0; i < run.reports.size(); ++i) {
      const auto outputs = run.reports[i].get<mirror::MirrorReport>().outputs;
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
        "For twins, one row shows the results of a pair of APIs; the text of their programs is "
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
