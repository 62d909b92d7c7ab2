// assay findings triage: confirms, reduces and groups all findings that nobody has worked on yet.
#include "base/interrupted.h"
#include "cli/duration.h"
#include "cli/findings/finding_flags.h"
#include "cli/table.h"
#include "dossier/facts.h"
#include "lab/choose_targets.h"
#include "life/triage_all.h"

namespace assay::cli::findings {
namespace {

struct TriageFlags : FindingFlags {
  std::string time = "10m", each = "60s";
  int jobs = 0, runs = 3;
};

Result<int> Report(const store::Store& store, const life::TriageResult& triage,
                   const TriageFlags& flags) {
  ASSAY_ASSIGN(auto members, dossier::Members(store));
  const size_t findings = members.size();
  size_t flaky = 0, reduced = 0;
  for (const triage::Member& member : members) {
    flaky += member.row.state == "flaky" ? 1 : 0;
    reduced += member.reduced ? 1 : 0;
  }
  const auto groups = triage::GroupFindings(std::move(members));
  int64_t hits = 0;
  for (const triage::Group& group : groups) hits += group.hits;
  if (flags.json)
    return PrintJson(With(ASSAY_FIELDS(triage, worked_on, elsewhere, left, problems),
                          {{"raw_hits", hits},
                           {"findings", findings},
                           {"reduced", reduced},
                           {"flaky", flaky},
                           {"groups", groups.size()}}));
  for (const std::string& problem : triage.problems) std::cout << "  " << problem << "\n";
  if (triage.elsewhere > 0)
    std::cout << triage.elsewhere << " findings are worked on by other processes\n";
  Table table({"raw hits", "findings", "reduced", "flaky", "bugs", "left to do"});
  table.AddRow({StrCat(hits), StrCat(findings), StrCat(reduced), StrCat(flaky),
                StrCat(groups.size()), StrCat(triage.left)});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "assay findings list --store " << flags.store << " shows the bugs\n";
  return kDone;
}

Result<int> RunTriage(const TriageFlags& flags) {
  ASSAY_ASSIGN(const auto seconds, ParseDuration(flags.time, "--time"));
  ASSAY_ASSIGN(const auto each, ParseDuration(flags.each, "--each"));
  if (flags.runs < 1) return Invalid(StrCat("--runs ", flags.runs, ": at least one run is needed"));
  ASSAY_ASSIGN(auto store, store::Store::OpenExisting(flags.store));
  WatchForInterrupt();
  Progress progress;
  life::TriageOptions options;
  options.each.backend_dirs = flags.backend_dirs;
  options.each.runs = flags.runs;
  options.each.seconds = each;
  options.jobs = static_cast<size_t>(flags.jobs > 0 ? flags.jobs : lab::DefaultJobs());
  options.seconds = seconds;
  options.stopped = Interrupted;
  options.tell = [&](const std::string& text) { progress.Show(text); };
  ASSAY_ASSIGN(const auto done, life::TriageAll(store, options));
  progress.Clear();
  return Report(store, done, flags);
}

}  // namespace

std::function<int()> SetupTriage(App& app) {
  const auto flags = std::make_shared<TriageFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddOption("--time", flags->time, "at most this long: 90s, 10m, 1h (default: 10m)");
  app.AddOption("--each", flags->each, "for reducing one case (default: 60s)");
  app.AddOption("--jobs", flags->jobs, "findings worked on at the same time (default: cores)");
  app.AddOption("--runs", flags->runs, "clean processes to confirm in (default: 3)");
  return [flags] { return ExitCode(RunTriage(*flags)); };
}

}  // namespace assay::cli::findings
