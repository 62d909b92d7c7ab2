// optbug: programs that optimise models.
#include <map>
#include <tuple>

#include "base/strings.h"
#include "optbug/table/grids.h"
#include "optbug/table/tables.h"
#include "web/programs/grid.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

using Maker = std::tuple<std::string, std::string, std::string>;
Maker MakerOf(const json& one) {
  return {one.value("optimiser", ""), one.value("rule", ""), one.value("kind", "")};
}

bool IsBug(const json& program) {
  const std::string verdict = program.value("verdict", "");
  return verdict != "holds" && verdict != "not applicable" && verdict != "unsupported" &&
         !verdict.empty();
}

// A block names its findings by optimiser, rule and kind. Where one program failed and one finding
// came of it, they belong together; otherwise nothing is said.
std::map<Maker, std::string> FindingsOf(const json& report) {
  std::map<Maker, int> failed, found;
  std::map<Maker, std::string> out;
  for (const json& program : report.value("programs", json::array()))
    if (IsBug(program)) ++failed[MakerOf(program)];
  for (const json& finding : report.value("findings", json::array())) {
    ++found[MakerOf(finding)];
    out[MakerOf(finding)] = finding.value("id", "");
  }
  std::erase_if(out,
                [&](const auto& one) { return failed[one.first] != 1 || found[one.first] != 1; });
  return out;
}

json ProgramRow(const Run& run, const json& program, const std::string& id,
                const std::string& finding) {
  json out = {{"id", id},
              {"api", program.value("optimiser", "")},
              {"status", program.value("status", "")},
              {"verdict", program.value("verdict", "")},
              {"oracle", program.value("kind", "")},
              {"rule", program.value("rule", "")},
              {"model", program.value("model", "")},
              {"relevant", program.value("relevant", false) ? "yes" : "no"},
              {"reason", program.value("reason", "")},
              {"message", program.value("message", "")},
              {"finding", finding},
              {"campaign", run.id}};
  if (program.contains("program")) out["text"] = program["program"];
  return out;
}

// A model's run keeps its counts, and the programs that are suspected.
void AddSuspected(const Run& run, std::vector<json>& out) {
  const json suspected = run.tally.is_object() ? run.tally.value("suspected", json()) : json();
  if (!suspected.is_array()) return;
  for (size_t i = 0; i < suspected.size(); ++i) {
    const json& one = suspected[i];
    out.push_back({{"id", StrCat(run.id, ".s", i)},
                   {"api", one.value("neighbourhood", one.value("framework", ""))},
                   {"status", one.value("status", "")},
                   {"verdict", "suspected"},
                   {"oracle", "model"},
                   {"rule", one.value("rule", "")},
                   {"message", StrCat(one.value("exception", ""), ": ", one.value("message", ""))},
                   {"finding", ""},
                   {"campaign", run.id},
                   {"text", one.value("program", "")}});
  }
}

}  // namespace

Result<Listed> OptbugPrograms(const store::Store& store) {
  Listed out;
  ASSAY_ASSIGN(const auto runs, ReadRuns(store, "optbug"));
  for (const Run& run : runs) {
    AddSuspected(run, out.rows);
    for (size_t i = 0; i < run.reports.size(); ++i) {
      const std::map<Maker, std::string> findings = FindingsOf(run.reports[i]);
      const json programs = run.reports[i].value("programs", json::array());
      for (size_t k = 0; k < programs.size(); ++k) {
        const auto finding = findings.find(MakerOf(programs[k]));
        const bool its = finding != findings.end() && IsBug(programs[k]);
        out.rows.push_back(ProgramRow(run, programs[k], StrCat(run.id, ".", i, ".", k),
                                      its ? finding->second : ""));
      }
    }
  }
  if (!runs.empty())
    out.note =
        "The text of a program is kept where it shows a finding, on the page of the finding, and "
        "where it did not get as far as a verdict.";
  return out;
}

Result<json> OptbugTables(const Sources& sources) {
  ASSAY_ASSIGN(const auto runs, optbug::ReadRuns(sources.store));
  ASSAY_ASSIGN(const auto paper, optbug::LoadPaper());
  return GridsAsJson(optbug::GridsOf(optbug::MakeTables(runs, paper)));
}

}  // namespace assay::web::programs
