#include "cli/cluster/ray_engine.h"

#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/interrupted.h"
#include "cli/campaigns/totals.h"
#include "cli/command.h"
#include "cluster/ray.h"
#include "store/store.h"

namespace assay::cli::cluster {
namespace {

using Clock = std::chrono::steady_clock;
// Counting findings reads all sightings, so it is not done all the time.
constexpr auto kShowEvery = std::chrono::seconds(5);
constexpr auto kSayEvery = std::chrono::seconds(30);  // where no line can be overwritten
constexpr int kMostFailures = 60;  // to read the totals at the end, a second apart

class Watcher {
 public:
  Watcher(const Job& job, const RayOptions& options, const store::Store& store)
      : job_(job), options_(options), store_(store) {}

  // Returns the driver's exit code; -1 when it was killed.
  int Wait(pid_t driver, const std::atomic<bool>& interrupted) {
    const auto told = [this] {
      progress_.Clear();
      std::cerr << "ending the agents in order; once more to leave at once" << std::endl;
    };
    return assay::cluster::WaitForDriver(driver, {&interrupted, told, [this] { Show(); }});
  }

  void Clear() { progress_.Clear(); }

 private:
  void Show() {
    if (options_.quiet || Clock::now() - shown_ < kShowEvery) return;
    shown_ = Clock::now();
    const auto totals = store_.ShowTotals(job_.campaign);
    const bool over = totals.ok() && totals->over;
    const std::string line =
        totals.ok() ? StrCat("campaign ", job_.campaign, ": ", totals->cases, " cases, ",
                             totals->findings, " findings, ", totals->agents, " of ", job_.nodes,
                             " agents at work", over ? ", ending" : "")
                    : StrCat("campaign ", job_.campaign, ": ", totals.error().message);
    progress_.Show(line);
    if (isatty(STDERR_FILENO) != 0 || Clock::now() - said_ < kSayEvery) return;
    said_ = Clock::now();
    std::cerr << line << std::endl;
  }

  const Job& job_;
  const RayOptions& options_;
  const store::Store& store_;
  Progress progress_;
  Clock::time_point shown_, said_ = Clock::now();
};

Result<int> Tell(const Job& job, const RayOptions& options, const store::Store& store) {
  for (int failed = 0; true; ++failed) {
    const auto totals = store.ShowTotals(job.campaign);
    const auto agents = store.Agents(job.campaign);
    if (totals.ok() && agents.ok()) {
      if (options.json) {
        nlohmann::json out = campaigns::TotalsJson(job.campaign, *totals, *agents);
        out["engine"] = "ray";
        out["nodes"] = job.nodes;
        PrintJson(out);
      } else {
        campaigns::PrintTotals(job.campaign, *totals, *agents);
      }
      return totals->findings > 0 ? kFindings : kDone;
    }
    if (failed >= kMostFailures || !store.lost())
      return totals.ok() ? agents.error() : totals.error();
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace

int RunOnRay(const Job& job, const RayOptions& options) {
  // Agents that start at once would make its tables all at once; and a wrong address shows here.
  const auto store = store::Store::Open(job.store);
  if (!store.ok()) return Fail(store.error());
  const auto python = assay::cluster::RayPython();
  if (!python.ok()) return Fail(python.error());
  const std::atomic<bool>& interrupted = WatchForInterrupt();
  const auto driver = assay::cluster::StartRayDriver(*python, job, options.address, *store);
  if (!driver.ok()) return Fail(driver.error());
  Watcher watcher(job, options, *store);
  const int code = watcher.Wait(*driver, interrupted);
  watcher.Clear();
  if (code == kBadInput) return kBadInput;  // the driver has said why
  if (code == kInternal) {                  // of the agents, each of which has said why
    std::cerr << "assay: no agent could continue; the same command joins the campaign again\n";
    return kInternal;
  }
  if (code != 0) {
    std::cerr << "assay: the driver of Ray ended in disorder (" << code
              << "); its agents end with it. The same command joins the campaign again\n";
    return kInternal;
  }
  return ExitCode(Tell(job, options, *store));
}

}  // namespace assay::cli::cluster
