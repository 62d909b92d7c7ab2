// assay findings repro: runs the stand-alone reproduction of a finding.
#include "report/repro/repro.h"

#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/access.h"
#include "cli/findings/by_program.h"
#include "cli/findings/make_repro.h"
#include "cli/terminal.h"
#include "dossier/facts.h"
#include "dossier/installed.h"

namespace assay::cli::findings {
namespace {

struct ReproFlags : FindingFlags {
  std::string out;
  bool again = false;
};

// The fact as it was kept, run once more; made when there is none, when it did not show anything or
// when the case has been reduced since.
Result<nlohmann::json> Reproduced(store::Store& store, const store::FindingRow& row,
                                  const ReproFlags& flags) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) return ReproduceProgram(store, row, *program, flags.again);
  ASSAY_ASSIGN(const auto facts, dossier::FactsOf(store, row.id));
  const auto kept = facts.find("repro");
  bool usable = !flags.again && kept != facts.end() && kept->second.value("shows", false);
  ASSAY_ASSIGN(const auto rows, store.Facts(row.id));
  ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
  for (const store::FactRow& fact : rows)
    if (fact.aspect == "repro" && reduction.has_value() && fact.learnt <= reduction->made)
      usable = false;
  if (!usable) return MakeRepro(store, row, flags.backend_dirs);
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, flags.backend_dirs));
  ASSAY_ASSIGN(const report::Repro ran, report::RunAgain(kept->second.value("text", ""), target));
  return report::ReproJson(ran);
}

int RunRepro(const ReproFlags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  Progress progress;
  progress.Show(StrCat("writing and running a file for ", row->target));
  const auto repro = Reproduced(*store, *row, flags);
  progress.Clear();
  if (!repro.ok()) return Fail(repro.error());
  const std::string text = repro->value("text", "");
  if (!text.empty() && !flags.out.empty()) {
    const Status written = WriteFile(flags.out, text);
    if (!written.ok()) return Fail(written.error());
  }
  if (flags.json) PrintJson(*repro);
  if (text.empty())
    return Fail(
        Invalid(StrCat("no stand-alone file for ", row->id, ": ", repro->value("why_not", ""),
                       "; `assay findings export` writes the model and its inputs")));
  if (!flags.json) {
    std::cout << repro->value("output", "");
    if (!flags.out.empty()) std::cout << "wrote " << flags.out << "\n";
  }
  return repro->value("shows", false) ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupRepro(App& app) {
  const auto flags = std::make_shared<ReproFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--out", flags->out, "also write the file here");
  app.AddFlag("--again", flags->again, "write it anew instead of running the one that was kept");
  return [flags] { return RunRepro(*flags); };
}

}  // namespace assay::cli::findings
