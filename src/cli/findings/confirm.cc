// assay findings confirm: shows a finding again, in clean processes, and with filled memory.
#include "casebook/records.h"
#include "casebook/replay.h"
#include "cli/findings/finding_flags.h"
#include "life/probe_of.h"

namespace assay::cli::findings {
namespace {

struct ConfirmFlags : FindingFlags {
  int runs = 5;
};

void PrintConfirm(const store::FindingRow& row, const triage::Confirmation& confirmation) {
  std::cout << row.id << ": " << row.state << "; shown in " << confirmation.shown << " of "
            << confirmation.runs << " clean processes\n";
  if (confirmation.shown == 0)
    std::cout
        << "  It does not show by itself: it may need what ran before it in the same process, "
           "or chance.\n";
  if (confirmation.shown < confirmation.runs)
    std::cout << "  without it: " << confirmation.other << "\n";
  if (!confirmation.poison.has_value()) return;
  std::cout << "  filled memory: " << triage::PoisonText(confirmation.poison->verdict);
  if (!confirmation.poison->proof.empty()) std::cout << " (" << confirmation.poison->proof << ")";
  std::cout << "\n";
}

Result<int> ConfirmProgram(store::Store& store, store::FindingRow row,
                           const casebook::ProgramFinding& finding, const ConfirmFlags& flags) {
  Progress progress;
  const auto replayed = casebook::Replay(
      finding, {.environment = "", .runs = flags.runs, .on_run = [&](int done) {
                  progress.Show(StrCat("confirming ", row.id, ": run ", done, " of ", flags.runs));
                }});
  progress.Clear();
  if (!replayed.ok()) return Invalid(StrCat(row.id, " cannot be run: ", replayed.error().message));
  ASSAY_RETURN_IF_ERROR(casebook::KeepReplay(*replayed, store, row));
  if (flags.json) {
    PrintJson(With(ASSAY_FIELDS(*replayed, runs, shown, other),
                   {{"id", row.id},
                    {"state", row.state},
                    {"rate", static_cast<double>(replayed->shown) / replayed->runs}}));
  } else {
    std::cout << row.id << ": " << row.state << "; shown in " << replayed->shown << " of "
              << replayed->runs << " clean processes\n";
    if (!replayed->reliable()) std::cout << "  without it: " << replayed->other << "\n";
  }
  return replayed->reliable() ? kFindings : kDone;
}

Result<int> RunConfirm(const ConfirmFlags& flags) {
  if (flags.runs < 1) return Invalid(StrCat("--runs ", flags.runs, ": at least one run is needed"));
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(auto row, store.Finding(flags.id));
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) return ConfirmProgram(store, row, *program, flags);
  Progress progress;
  progress.Show(StrCat("confirming ", row.id, " on ", row.target));
  ASSAY_ASSIGN(const auto confirmation,
               life::ConfirmFinding(store, row, flags.backend_dirs, flags.runs));
  progress.Clear();
  if (flags.json) {
    nlohmann::json out = triage::ConfirmationJson(confirmation);
    out["id"] = row.id;
    out["state"] = row.state;
    PrintJson(out);
  } else {
    PrintConfirm(row, confirmation);
  }
  return confirmation.reliable() ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupConfirm(App& app) {
  const auto flags = std::make_shared<ConfirmFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--runs", flags->runs, "clean processes to try it in (default: 5)");
  return [flags] { return ExitCode(RunConfirm(*flags)); };
}

}  // namespace assay::cli::findings
