// assay findings to-bug: a finding as a folder of a database of reproducible bugs.
#include "life/to_bug.h"

#include "cli/findings/finding_flags.h"

namespace assay::cli::findings {
namespace {

struct ToBugFlags : FindingFlags {
  std::string out;
  bool force = false;
};

Result<int> RunToBug(const ToBugFlags& flags) {
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  Progress progress;
  progress.Show(StrCat("running the test in the environment of ", row.target));
  ASSAY_ASSIGN(const auto bug,
               life::WriteAsBug(store, row, {flags.out, flags.force, flags.backend_dirs}));
  progress.Clear();
  if (flags.json)
    return PrintJson({{"id", row.id},
                      {"bug", bug.id},
                      {"library", bug.library},
                      {"folder", bug.folder},
                      {"checked", true}});
  std::cout << "wrote " << bug.folder << " and its row in bug_dataset_" << bug.library
            << ".csv; its test passes on " << bug.shown_on << ", that is, the bug shows\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupToBug(App& app) {
  const auto flags = std::make_shared<ToBugFlags>();
  AddFindingFlags(app, *flags);
  app.AddOption("--out", flags->out, "folder of the bug database").Required();
  app.AddFlag("--force", flags->force, "replace a folder that is there");
  return [flags] { return ExitCode(RunToBug(*flags)); };
}

}  // namespace assay::cli::findings
