#include "cli/findings/by_program.h"

#include <filesystem>
#include <iostream>

#include "base/files.h"
#include "base/strings.h"
#include "casebook/replay.h"
#include "casebook/standalone.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/terminal.h"
#include "dossier/facts.h"

namespace assay::cli::findings {
namespace {

using casebook::ProgramFinding;
using nlohmann::json;

// A flaky finding that shows in one run of three escapes this many runs once in a hundred times.
constexpr int kRunsWhenFlaky = 11;

// The program lab's name of a target's environment: torch, or torch@2.4.1 beside it.
std::string EnvironmentOf(const lab::Target& target) {
  return target.name.substr(0, target.name.find(':'));
}

}  // namespace

Status NeedsModel(const store::Store& store, const store::FindingRow& row, const std::string& what,
                  const std::string& instead) {
  ASSAY_ASSIGN(const auto finding, casebook::Load(store, row.id));
  if (!finding.has_value()) return {};
  return Invalid(StrCat(row.id, " is shown by a program, and ", what, "; ", instead));
}

int ConfirmProgram(store::Store& store, store::FindingRow row, const ProgramFinding& finding,
                   int runs, bool json_wanted) {
  Progress progress;
  const auto replayed = casebook::Replay(
      finding, {.environment = "", .runs = runs, .on_run = [&](int done) {
                  progress.Show(StrCat("confirming ", row.id, ": run ", done, " of ", runs));
                }});
  progress.Clear();
  if (!replayed.ok())
    return Fail(Invalid(StrCat(row.id, " cannot be run: ", replayed.error().message)));
  const Status kept = casebook::KeepReplay(*replayed, store, row);
  if (!kept.ok()) return Fail(kept.error());
  if (json_wanted) {
    PrintJson({{"id", row.id},
               {"state", row.state},
               {"runs", replayed->runs},
               {"shown", replayed->shown},
               {"rate", static_cast<double>(replayed->shown) / replayed->runs},
               {"other", replayed->other}});
  } else {
    std::cout << row.id << ": " << row.state << "; shown in " << replayed->shown << " of "
              << replayed->runs << " clean processes\n";
    if (!replayed->reliable()) std::cout << "  without it: " << replayed->other << "\n";
  }
  return replayed->reliable() ? kFindings : kDone;
}

Result<json> ReproduceProgram(store::Store& store, const store::FindingRow& row,
                              const ProgramFinding& finding, bool again) {
  ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
  const auto kept = facts.find("repro");
  const bool usable = !again && kept != facts.end() && kept->second.is_object() &&
                      kept->second.value("shows", false);
  const std::string text = usable ? kept->second.value("text", "") : "";
  ASSAY_ASSIGN(json fact, text.empty() ? casebook::MakeStandalone(finding)
                                       : casebook::RunStandalone(finding, text));
  ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, "repro", casebook::DumpJson(fact)));
  return fact;
}

Result<casebook::Reduced> ReduceByProgram(store::Store& store, store::FindingRow& row,
                                          const ProgramFinding& finding,
                                          casebook::ReduceOptions options) {
  auto reduced = casebook::ReduceFinding(finding, std::move(options));
  if (!reduced.ok()) return Invalid(StrCat(row.id, ": ", reduced.error().message));
  ASSAY_RETURN_IF_ERROR(casebook::KeepReduced(*reduced, store, row));
  return reduced;
}

Status WritePrograms(const ProgramFinding& finding, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder, ": cannot be made: ", error.message()));
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/program.py", finding.program));
  for (size_t i = 0; i < finding.others.size(); ++i)
    ASSAY_RETURN_IF_ERROR(
        WriteFile(StrCat(folder, "/beside_", i, "_", finding.others[i].environment, ".py"),
                  finding.others[i].text));
  return {};
}

triage::Retested RetestProgram(const ProgramFinding& finding, const lab::Target& target,
                               bool flaky) {
  const auto replayed = casebook::Replay(
      finding, {.environment = EnvironmentOf(target), .runs = flaky ? kRunsWhenFlaky : 1});
  triage::Retested out;
  out.version = target.version;
  if (!replayed.ok()) {
    out.message = replayed.error().message;
    return out;
  }
  if (replayed->shown > 0)
    out.outcome = triage::Again::kStillThere;
  else if (!replayed->ran)
    out.outcome = triage::Again::kCannotRun;
  else
    out.outcome =
        replayed->other.starts_with("valid") ? triage::Again::kGone : triage::Again::kDiffers;
  out.message = replayed->shown > 0 ? finding.message : replayed->other;
  return out;
}

}  // namespace assay::cli::findings
