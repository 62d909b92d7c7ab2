// assay findings repro: runs the stand-alone reproduction of a finding.
#include "life/repro.h"

#include <iostream>
#include <memory>

#include "base/files.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/finding_flags.h"
#include "cli/terminal.h"

namespace assay::cli::findings {
namespace {

struct ReproFlags : FindingFlags {
  std::string out;
  bool again = false;
};

int RunRepro(const ReproFlags& flags) {
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  Progress progress;
  progress.Show(StrCat("writing and running a file for ", row->target));
  const auto repro = life::RunRepro(*store, *row, flags.backend_dirs, flags.again);
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
