// assay findings triage: confirms, reduces and groups all findings that nobody has worked on yet.
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>

#include "base/parallel.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/findings/access.h"
#include "cli/findings/known.h"
#include "cli/findings/pipeline.h"
#include "cli/fuzz_shared.h"
#include "cli/interrupted.h"
#include "cli/table.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "dossier/groups.h"

namespace assay::cli::findings {
namespace {

struct TriageFlags : FindingFlags {
  std::string time = "10m", each = "60s";
  int jobs = 0, runs = 3;
};

class Triage {
 public:
  Triage(store::Store& store, const TriageFlags& flags, double seconds, double each)
      : store_(store),
        jobs_(static_cast<size_t>(flags.jobs > 0 ? flags.jobs : DefaultJobs())),
        end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(seconds))) {
    PipelineOptions options;
    options.backend_dirs = flags.backend_dirs;
    options.runs = flags.runs;
    options.seconds = each;
    options.should_stop = [this] { return Stopped(); };
    options.agent = NewAgent();
    pipeline_ = std::make_unique<Pipeline>(store, lab_, std::move(options));
  }

  Status Run() {
    ASSAY_ASSIGN(const auto rows, store_.Findings());
    for (const store::FindingRow& row : rows)
      if (Pipeline::Open(row)) todo_.push_back(row);
    WatchForInterrupt();
    InParallel(std::min(jobs_, todo_.size()), [this] { Loop(); });
    progress_.Clear();
    if (!failure_.empty()) return Invalid(failure_);
    return {};
  }

  size_t done() const { return done_; }
  size_t elsewhere() const { return elsewhere_; }
  size_t left() const { return todo_.size() - done_ - elsewhere_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  bool Stopped() const { return Interrupted() || std::chrono::steady_clock::now() >= end_; }

  void Loop() {
    for (size_t i = next_++; i < todo_.size() && !Stopped(); i = next_++) {
      const auto outcome = pipeline_->Work(todo_[i]);
      const std::lock_guard lock(mutex_);
      if (!outcome.ok()) {
        if (!Stopped()) failure_ = StrCat(todo_[i].id, ": ", outcome.error().message);
        return;
      }
      if (outcome->elsewhere) {
        ++elsewhere_;
        continue;
      }
      ++done_;
      if (!outcome->problem.empty())
        problems_.push_back(StrCat(todo_[i].id, ": ", outcome->problem));
      progress_.Show(StrCat("triage: ", done_, " of ", todo_.size(), " findings, ", todo_[i].id,
                            " ", outcome->state));
    }
  }

  store::Store& store_;
  lab::Lab lab_;
  const size_t jobs_;
  const std::chrono::steady_clock::time_point end_;
  std::unique_ptr<Pipeline> pipeline_;
  std::vector<store::FindingRow> todo_;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;
  Progress progress_;
  size_t done_ = 0, elsewhere_ = 0;
  std::vector<std::string> problems_;
  std::string failure_;
};

int Report(const store::Store& store, const Triage& triage, const TriageFlags& flags) {
  auto members = dossier::Members(store);
  if (!members.ok()) return Fail(members.error());
  const size_t findings = members->size();
  size_t flaky = 0, reduced = 0;
  for (const triage::Member& member : *members) {
    flaky += member.row.state == "flaky" ? 1 : 0;
    reduced += member.reduced ? 1 : 0;
  }
  const auto groups = triage::GroupFindings(std::move(members).value());
  int64_t hits = 0;
  for (const triage::Group& group : groups) hits += group.hits;
  if (flags.json) {
    PrintJson({{"worked_on", triage.done()},
               {"elsewhere", triage.elsewhere()},
               {"left", triage.left()},
               {"raw_hits", hits},
               {"findings", findings},
               {"reduced", reduced},
               {"flaky", flaky},
               {"groups", groups.size()},
               {"problems", triage.problems()}});
    return kDone;
  }
  for (const std::string& problem : triage.problems()) std::cout << "  " << problem << "\n";
  if (triage.elsewhere() > 0)
    std::cout << triage.elsewhere() << " findings are worked on by other processes\n";
  Table table({"raw hits", "findings", "reduced", "flaky", "bugs", "left to do"});
  table.AddRow({StrCat(hits), StrCat(findings), StrCat(reduced), StrCat(flaky),
                StrCat(groups.size()), StrCat(triage.left())});
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "assay findings list --store " << flags.store << " shows the bugs\n";
  return kDone;
}

int RunTriage(const TriageFlags& flags) {
  const auto seconds = ParseDuration(flags.time, "--time");
  if (!seconds.ok()) return Fail(seconds.error());
  const auto each = ParseDuration(flags.each, "--each");
  if (!each.ok()) return Fail(each.error());
  if (flags.runs < 1)
    return Fail(Invalid(StrCat("--runs ", flags.runs, ": at least one run is needed")));
  const auto known = ShippedKnownBugs();
  if (!known.ok()) return Fail(known.error());
  auto store = store::Store::OpenExisting(flags.store);
  if (!store.ok()) return Fail(store.error());
  Triage triage(*store, flags, *seconds, *each);
  const Status done = triage.Run();
  if (!done.ok()) return Fail(done.error());
  const Status grouped = dossier::KeepGroups(*store);
  if (!grouped.ok()) return Fail(grouped.error());
  const auto matched = MatchKnown(*store, *known);
  if (!matched.ok()) return Fail(matched.error());
  return Report(*store, triage, flags);
}

}  // namespace

std::function<int()> SetupTriage(App& app) {
  const auto flags = std::make_shared<TriageFlags>();
  AddFindingFlags(app, *flags, false);
  app.AddOption("--time", flags->time, "at most this long: 90s, 10m, 1h (default: 10m)");
  app.AddOption("--each", flags->each, "for reducing one case (default: 60s)");
  app.AddOption("--jobs", flags->jobs, "findings worked on at the same time (default: cores)");
  app.AddOption("--runs", flags->runs, "clean processes to confirm in (default: 3)");
  return [flags] { return RunTriage(*flags); };
}

}  // namespace assay::cli::findings
