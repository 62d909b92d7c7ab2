// mirror: programs carried from one framework to another, and twins under the same inputs.
#include "base/strings.h"
#include "mirror/table/paper.h"
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
  const json all = mirror::MakeTables(runs, paper);
  const json& t = all["tables"];
  const Column source{"source", "source"}, who{"approach", "approach"},
      provider{"provider", "provider"}, setting{"setting", "setting"}, inputs{"inputs", "inputs"},
      outputs{"outputs", "outputs"}, valid{"valid", "valid", "valid_share"},
      preserving{"preserving", "preserving", "preserving_share"}, bugs{"bugs", "bugs"};
  json out = json::array();
  const auto add = [&](const char* title, const json& rows, std::vector<Column> columns) {
    out.push_back(GridOf(title, rows, std::move(columns)));
  };
  add("Table 4: quality of the programs", all["rows"],
      {source, who, provider, inputs, outputs, valid, preserving, bugs});
  add("Table 2: the basic chain of thought", t["table2"],
      {source, provider, outputs, valid, preserving});
  add("Table 3: tokens and cost", t["table3"],
      {source,
       who,
       provider,
       {"knowledge", "knowledge"},
       {"code", "code"},
       {"total input", "total_input"},
       {"output", "output"},
       {"cost ($)", "cost"}});
  add("Table 5: with and without the matching model", t["table5"],
      {source,
       provider,
       setting,
       {"pairs", "pairs"},
       inputs,
       outputs,
       {"preserving per input", "preserving", "preserving_per_input"},
       bugs});
  add("Table 6: with and without screening", t["table6"],
      {source,
       provider,
       setting,
       inputs,
       outputs,
       valid,
       {"valid among filtered", "filtered", "filtered_share"}});
  add("Table 7: with and without distinction", t["table7"],
      {source,
       provider,
       setting,
       outputs,
       preserving,
       {"wrong args", "wrong_args"},
       {"empty", "empty"},
       {"untargeted", "untargeted"}});
  add("Section 2.2: transfer errors", t["transfer"],
      {source,
       who,
       provider,
       {"without", "without"},
       {"error", "error"},
       {"count", "count", "share"},
       {"among valid ones", "valid_ones"}});
  add("Section 4.4: what the bugs are", t["taxonomy"],
      {source, {"symptom", "symptom"}, {"cause", "cause"}, bugs});
  add("Section 5.1: states of the bugs", t["states"],
      {source,
       bugs,
       {"known", "known"},
       {"previously unknown", "previously_unknown"},
       {"upstream dependency", "upstream_dependency"}});
  return out;
}

}  // namespace assay::web::programs
