#include "cli/cluster/ray_engine.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/strings.h"
#include "cli/campaigns/totals.h"
#include "cli/command.h"
#include "cli/interrupted.h"
#include "cli/terminal.h"
#include "lab/environments.h"
#include "lab/registry.h"
#include "lab/run_script.h"
#include "store/store.h"

namespace assay::cli::cluster {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLook = std::chrono::milliseconds(200);
// Counting findings reads all sightings, so it is not done all the time.
constexpr auto kShowEvery = std::chrono::seconds(5);
constexpr auto kSayEvery = std::chrono::seconds(30);  // where no line can be overwritten
constexpr int kMostFailures = 60;  // to read the totals at the end, a second apart

// Only who asks for this engine needs Ray.
Result<std::string> Python() {
  const std::string home = lab::HomeFolder();
  ASSAY_RETURN_IF_ERROR(lab::EnsureEnvironment(home, lab::LockedEnvironment("ray")));
  return lab::EnvironmentFolder(home, "ray") + "/bin/python";
}

// How many agents the campaign has had before this job, or -1 when somebody is at work: who joins
// then keeps to the budgets that count already (see workers/python/ray_agent.py).
int64_t KnownAgents(const store::Store& store, const std::string& name) {
  const auto totals = store.ShowTotals(name);
  if (!totals.ok()) return 0;  // a new campaign
  if (totals->agents > 0) return -1;
  const auto agents = store.Agents(name);
  return agents.ok() ? static_cast<int64_t>(agents->size()) : -1;
}

std::string Spec(const Job& job, const RayOptions& options, int64_t known) {
  Job without_time = job;
  without_time.time = "";
  return nlohmann::json{{"address", options.address},
                        {"parent", getpid()},
                        {"nodes", job.nodes},
                        {"cpus", job.cpus},
                        {"gpus", job.gpus},
                        {"home", std::filesystem::absolute(job.home).lexically_normal().string()},
                        {"campaign", job.campaign},
                        {"store", job.store},
                        {"seconds", job.seconds},
                        {"known", known},
                        {"words", AgentWords(without_time)}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Watcher {
 public:
  Watcher(const Job& job, const RayOptions& options, const store::Store& store)
      : job_(job), options_(options), store_(store) {}

  // Returns the driver's exit code; -1 when it was killed.
  int Wait(pid_t driver, const std::atomic<bool>& interrupted) {
    bool told = false;
    int status = 0;
    while (true) {
      const pid_t ended = waitpid(driver, &status, WNOHANG);
      if (ended == driver) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      if (ended < 0 && errno != EINTR) return -1;
      if (interrupted && !told) {
        told = true;
        kill(driver, SIGTERM);
        progress_.Clear();
        std::cerr << "ending the agents in order; once more to leave at once" << std::endl;
      }
      Show();
      std::this_thread::sleep_for(kLook);
    }
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

int Tell(const Job& job, const RayOptions& options, const store::Store& store) {
  for (int failed = 0; true; ++failed) {
    const auto totals = store.ShowTotals(job.campaign);
    const auto agents = store.Agents(job.campaign);
    if (totals.ok() && agents.ok()) {
      if (options.json) {
        nlohmann::json out = campaigns::TotalsJson(job.campaign, *totals, *agents);
        out["engine"] = "ray";
        out["nodes"] = job.nodes;
        std::cout << out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
      } else {
        campaigns::PrintTotals(job.campaign, *totals, *agents);
      }
      return totals->findings > 0 ? kFindings : kDone;
    }
    if (failed >= kMostFailures || !store.lost())
      return Fail(totals.ok() ? agents.error() : totals.error());
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

}  // namespace

int RunOnRay(const Job& job, const RayOptions& options) {
  // Agents that start at once would make its tables all at once; and a wrong address shows here.
  const auto store = store::Store::Open(job.store);
  if (!store.ok()) return Fail(store.error());
  const auto python = Python();
  if (!python.ok()) return Fail(python.error());
  const std::atomic<bool>& interrupted = WatchForInterrupt();
  // Its output is for people: stdout belongs to the totals.
  const pid_t driver =
      lab::StartScript({*python, lab::HomeFolder() + "/workers/python/ray_driver.py",
                        Spec(job, options, KnownAgents(*store, job.campaign))});
  if (driver < 0) return Fail(Invalid(StrCat(*python, " cannot be started")));
  Watcher watcher(job, options, *store);
  const int code = watcher.Wait(driver, interrupted);
  watcher.Clear();
  if (code == kBadInput) return kBadInput;  // the driver has said why
  if (code == kInternal) {                  // of the agents, each of which has said why
    std::cerr << "assay: no agent could go on; the same command joins the campaign again\n";
    return kInternal;
  }
  if (code != 0) {
    std::cerr << "assay: the driver of Ray ended in disorder (" << code
              << "); its agents end with it. The same command joins the campaign again\n";
    return kInternal;
  }
  return Tell(job, options, *store);
}

}  // namespace assay::cli::cluster
