// assay findings show: all that is known of one finding.
#include "cli/findings/finding_flags.h"
#include "cli/version.h"
#include "dossier/record.h"
#include "dossier/report_of.h"
#include "report/formats.h"
#include "store/store.h"

namespace assay::cli::findings {
namespace {

Result<int> RunShow(const FindingFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::OpenToRead(flags.store));
  ASSAY_ASSIGN(const auto row, store.Finding(flags.id));
  if (flags.json) {
    ASSAY_ASSIGN(const auto json, dossier::FindingJson(store, row));
    return PrintJson(json);
  }
  ASSAY_ASSIGN(const auto registry, lab::Registry::Load(flags.backend_dirs));
  ASSAY_ASSIGN(const auto report, dossier::ReportOf(store, row, &registry));
  std::cout << report::RenderText(std::span(&report, 1), {.version = kVersion});
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<FindingFlags>();
  AddFindingFlags(app, *flags);
  return [flags] { return ExitCode(RunShow(*flags)); };
}

}  // namespace assay::cli::findings
