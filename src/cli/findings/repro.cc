// assay findings repro: runs the stand-alone reproduction of a finding.
#include "life/repro.h"

#include "base/files.h"
#include "cli/findings/finding_flags.h"

namespace assay::cli::findings {
namespace {

struct ReproFlags : FindingFlags {
  std::string out;
  bool again = false;
};

Result<int> RunRepro(const ReproFlags& flags) {
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  Progress progress;
  progress.Show(StrCat("writing and running a file for ", row.target));
  ASSAY_ASSIGN(const auto repro, life::RunRepro(store, row, flags.backend_dirs, flags.again));
  progress.Clear();
  const std::string text = repro.value("text", "");
  if (!text.empty() && !flags.out.empty()) ASSAY_RETURN_IF_ERROR(WriteFile(flags.out, text));
  if (flags.json) PrintJson(repro);
  if (text.empty())
    return Invalid(StrCat("no stand-alone file for ", row.id, ": ", repro.value("why_not", ""),
                          "; `assay findings export` writes the model and its inputs"));
  if (!flags.json) {
    std::cout << repro.value("output", "");
    if (repro.contains("not_run"))
      std::cout << "not run here (" << repro.value("not_run", "")
                << "); what it printed where it was made is above\n";
    if (!flags.out.empty()) std::cout << "wrote " << flags.out << "\n";
  }
  return repro.value("shows", false) ? kFindings : kDone;
}

}  // namespace

std::function<int()> SetupRepro(App& app) {
  const auto flags = std::make_shared<ReproFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--out", flags->out, "also write the file here");
  app.AddFlag("--again", flags->again, "write it again instead of running the one that was kept");
  return [flags] { return ExitCode(RunRepro(*flags)); };
}

}  // namespace assay::cli::findings
