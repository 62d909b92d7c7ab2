// assay report: the dashboard as files.
#include "cli/command.h"
#include "cli/dashboard_flags.h"
#include "store/store.h"
#include "web/digester.h"
#include "web/site.h"

namespace assay::cli {
namespace {

constexpr int64_t kDigestsAtOnce = 100;

struct ReportFlags : DashboardFlags {
  web::SiteOptions site;
  bool json = false;
};

// Lists show titles and classes: all of them are worked out first.
Status Digest(const std::string& path, Progress& progress) {
  if (!store::CanBeWritten(path)) return {};  // shown as far as they were before
  ASSAY_ASSIGN(store::Store store, store::Store::OpenExisting(path));
  for (size_t done = 0;;) {
    ASSAY_ASSIGN(const size_t more, web::DigestSome(store, kDigestsAtOnce));
    if (more == 0) return {};
    done += more;
    progress.Show(StrCat("report: ", done, " findings read"));
  }
}

Result<int> RunReport(ReportFlags flags) {
  ASSAY_ASSIGN(const auto sources, SourcesOf(flags, /*read_only=*/false));
  Progress progress;
  ASSAY_RETURN_IF_ERROR(Digest(flags.store, progress));
  flags.site.tell = [&](const std::string& text) { progress.Show(text); };
  ASSAY_ASSIGN(const auto site, web::WriteSite(sources, flags.site));
  progress.Clear();
  if (flags.json)
    return PrintJson(With(ASSAY_FIELDS(site, files, bytes, findings, with_pages),
                          {{"folder", flags.site.folder}}));
  std::cout << "wrote " << flags.site.folder << "/index.html and " << site.files - 1
            << " more files: " << site.findings << " findings";
  if (site.with_pages < site.findings)
    std::cout << ", the " << site.with_pages << " most realistic with pages of their own (--limit)";
  std::cout << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupReport(App& app) {
  const auto flags = std::make_shared<ReportFlags>();
  AddDashboardFlags(app, *flags);
  app.AddOption("--out", flags->site.folder, "folder to write: new, empty, or an earlier report")
      .Required();
  app.AddOption("--limit", flags->site.findings,
                "findings that get pages of their own, the most realistic first (default 1000)")
      .Between(int64_t{0}, int64_t{1000000});
  app.AddFlag("--json", flags->json, "print what was written as JSON");
  return [flags] { return ExitCode(RunReport(*flags)); };
}

}  // namespace assay::cli
