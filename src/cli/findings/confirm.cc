// assay findings confirm: shows a finding again, in clean processes, and with filled memory.
#include "triage/confirm.h"

#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "cli/terminal.h"
#include "dossier/installed.h"
#include "dossier/kept_case.h"

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

int RunConfirm(const ConfirmFlags& flags) {
  if (flags.runs < 1)
    return Fail(Invalid(StrCat("--runs ", flags.runs, ": at least one run is needed")));
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  const auto program = casebook::LoadSmallest(*store, row->id);
  if (!program.ok()) return Fail(program.error());
  if (program->has_value()) return ConfirmProgram(*store, *row, **program, flags.runs, flags.json);
  const auto model_case = dossier::SmallestCase(*store, row->id);
  if (!model_case.ok()) return Fail(model_case.error());
  const auto target = dossier::TargetOf(*row, flags.backend_dirs);
  if (!target.ok()) return Fail(target.error());
  lab::Lab lab;
  const auto probe = ProbeOf(*store, *row, *target, lab);
  if (!probe.ok()) return Fail(probe.error());
  Progress progress;
  progress.Show(StrCat("confirming ", row->id, " on ", row->target));
  const auto confirmation =
      triage::Confirm(*probe, *model_case, {row->kind, row->stage, row->message}, flags.runs);
  progress.Clear();
  if (!confirmation.ok())
    return Fail(Invalid(StrCat(row->id, " cannot be run: ", confirmation.error().message)));
  const Status kept = triage::KeepConfirmation(*confirmation, *store, *row);
  if (!kept.ok()) return Fail(kept.error());
  if (flags.json) {
    nlohmann::json out = triage::ConfirmationJson(*confirmation);
    out["id"] = row->id;
    out["state"] = row->state;
    PrintJson(out);
  } else {
    PrintConfirm(*row, *confirmation);
  }
  return confirmation->reliable() ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupConfirm(App& app) {
  const auto flags = std::make_shared<ConfirmFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--runs", flags->runs, "clean processes to try it in (default: 5)");
  return [flags] { return RunConfirm(*flags); };
}

}  // namespace assay::cli::findings
