// assay findings show: all that is known of one finding.
#include <iostream>
#include <memory>

#include "cli/app.h"
#include "cli/command.h"
#include "cli/findings/finding_flags.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "dossier/record.h"
#include "dossier/report_of.h"
#include "report/formats.h"
#include "store/to_read.h"

namespace assay::cli::findings {
namespace {

int RunShow(const FindingFlags& flags) {
  const auto store = store::OpenToRead(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto row = store->Finding(flags.id);
  if (!row.ok()) return Fail(row.error());
  if (flags.json) {
    const auto json = dossier::FindingJson(*store, *row);
    if (!json.ok()) return Fail(json.error());
    PrintJson(*json);
    return kDone;
  }
  const auto registry = lab::Registry::Load(flags.backend_dirs);
  if (!registry.ok()) return Fail(registry.error());
  const auto report = dossier::ReportOf(*store, *row, &*registry);
  if (!report.ok()) return Fail(report.error());
  std::cout << report::RenderText(std::span(&*report, 1), {.version = kVersion});
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<FindingFlags>();
  AddFindingFlags(app, *flags);
  return [flags] { return RunShow(*flags); };
}

}  // namespace assay::cli::findings
