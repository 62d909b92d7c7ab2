// optbug: programs that optimise models.
#include <map>
#include <tuple>

#include "base/strings.h"
#include "optbug/model/kept_trials.h"
#include "optbug/run_totals.h"
#include "optbug/table/tables.h"
#include "web/programs/grid.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;
using optbug::BlockReport;
using optbug::ProgramReport;

using Maker = std::tuple<std::string, std::string, std::string>;
template <typename Report>
Maker MakerOf(const Report& one) {
  return {one.optimiser, one.rule, one.kind};
}

bool IsBug(const ProgramReport& program) {
  const std::string& verdict = program.verdict;
  return verdict != "holds" && verdict != "not applicable" && verdict != "unsupported" &&
         !verdict.empty();
}

// A block names its findings by optimiser, rule and kind. Where one program failed and one finding
// came of it, they belong together; otherwise nothing is said.
std::map<Maker, std::string> FindingsOf(const BlockReport& report) {
  std::map<Maker, int> failed, found;
  std::map<Maker, std::string> out;
  for (const ProgramReport& program : report.programs)
    if (IsBug(program)) ++failed[MakerOf(program)];
  for (const optbug::FindingReport& finding : report.findings) {
    ++found[MakerOf(finding)];
    out[MakerOf(finding)] = finding.id;
  }
  std::erase_if(out,
                [&](const auto& one) { return failed[one.first] != 1 || found[one.first] != 1; });
  return out;
}

json ProgramRow(const Run& run, const ProgramReport& program, const std::string& id,
                const std::string& finding) {
  json out = {{"id", id},
              {"api", program.optimiser},
              {"status", program.status},
              {"verdict", program.verdict},
              {"oracle", program.kind},
              {"rule", program.rule},
              {"model", program.model},
              {"relevant", program.relevant ? "yes" : "no"},
              {"reason", program.reason},
              {"message", program.message},
              {"finding", finding},
              {"campaign", run.id}};
  if (!program.program.empty()) out["text"] = program.program;
  return out;
}

// One answer of a model.
json TrialRow(const Run& run, const optbug::ProposalTrial& trial, const std::string& id) {
  const optbug::Proposal& proposal = trial.proposal;
  return {{"id", id},
          {"api", trial.optimisers.empty() ? proposal.framework : trial.optimisers.front()},
          {"status", trial.state},
          {"verdict", trial.symptom.empty() ? trial.state : trial.symptom},
          {"oracle", "model"},
          {"rule", proposal.rule},
          {"model", run.config.value("model", "")},
          {"relevant", trial.relevant ? "yes" : "no"},
          {"reason", trial.reason},
          {"message",
           trial.exception.empty() ? trial.message : StrCat(trial.exception, ": ", trial.message)},
          {"finding", trial.finding},
          {"prompt", proposal.key},
          {"campaign", run.id},
          {"text", proposal.program}};
}

// A model's run of an older assay kept its counts, and the programs that are suspected.
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
      const auto trials = optbug::TrialsOf(run.reports[i]);
      for (size_t k = 0; k < trials.size(); ++k)
        out.rows.push_back(TrialRow(run, trials[k], StrCat(run.id, ".", i, ".", k)));
      const BlockReport report = optbug::ReadBlock(run.reports[i]);
      const std::map<Maker, std::string> findings = FindingsOf(report);
      for (size_t k = 0; k < report.programs.size(); ++k) {
        const ProgramReport& program = report.programs[k];
        const auto finding = findings.find(MakerOf(program));
        const bool its = finding != findings.end() && IsBug(program);
        out.rows.push_back(
            ProgramRow(run, program, StrCat(run.id, ".", i, ".", k), its ? finding->second : ""));
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
