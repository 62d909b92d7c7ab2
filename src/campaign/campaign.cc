#include "campaign/campaign.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/strings.h"
#include "campaign/case_worker.h"
#include "campaign/coming_up.h"
#include "campaign/journal.h"
#include "campaign/plan.h"
#include "campaign/roster.h"
#include "campaign/sample.h"

namespace assay::campaign {
namespace {

constexpr size_t kTargetsWithSpares = 4;
constexpr double kShowEvery = 0.5, kCommitEvery = 1.0, kSampleEvery = 2.0;
constexpr double kGraceSeconds = 5;   // for cases under way when the time is over
constexpr double kGiveUpAfter = 120;  // seconds without being able to write
constexpr double kAgentGivesUpAfter =
    1800;  // a database may be away for longer than a disk is full

std::vector<Claim> Claims(const std::vector<lab::Target>& targets, const Config& config) {
  std::vector<Claim> out;
  for (const lab::Target& target : targets) {
    const auto share = config.shares.find(target.name);
    out.push_back({target.slow, share == config.shares.end() ? -1 : share->second});
  }
  return out;
}

// A share that was asked for counts more than taking turns.
std::vector<lab::Target> WithShares(std::vector<lab::Target> targets, const Config& config) {
  for (lab::Target& target : targets)
    if (config.shares.contains(target.name)) target.every = 1;
  return targets;
}

bool GivenAway(const Status& written) {
  return !written.ok() && written.error().kind == ErrorKind::kRejected;
}

// Lets the jobs work, writes what they report, shows it, and ends them.
class Watcher {
 public:
  Watcher(Plan plan, lab::Lab& lab)
      : plan_(std::move(plan)),
        lab_(lab),
        roster_(plan_.assignment.targets),
        shares_(Claims(plan_.assignment.targets, plan_.assignment.config),
                plan_.assignment.limits.jobs),
        journal_(plan_),
        worker_(plan_, lab, roster_, shares_, journal_) {}

  Result<Progress> Run() {
    ASSAY_RETURN_IF_ERROR(journal_.Restore());
    if (plan_.stopped) {
      plan_.notes.clear();  // from targets that did not answer any more
      return Snapshot();
    }
    running_ = plan_.assignment.limits.jobs;
    std::vector<std::thread> jobs;
    for (int i = 0; i < plan_.assignment.limits.jobs; ++i) jobs.emplace_back([this] { Work(); });
    Watch();
    for (std::thread& job : jobs) job.join();
    const Status written = Commit(/*last=*/true);
    if (written.ok()) return Snapshot();
    if (GivenAway(written)) return written.error();
    return Invalid(StrCat(written.error().message,
                          shared()
                              ? "; what could not be written is kept on this machine, and the "
                                "next agent that joins the campaign here writes it"
                              : "; what was written before is kept: remove what prevents writing "
                                "and continue with --resume"));
  }

 private:
  bool shared() const { return plan_.assignment.member != nullptr; }

  void Work() {
    worker_.Work();
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) finished_.notify_all();
  }

  // Waits a little. Whether all jobs have ended.
  bool Finished() {
    std::unique_lock lock(mutex_);
    return finished_.wait_for(lock, std::chrono::milliseconds(100), [&] { return running_ == 0; });
  }

  bool Over() {
    const Hooks& hooks = plan_.assignment.hooks;
    if (hooks.stop != nullptr && hooks.stop->load()) return true;
    const double limit = plan_.assignment.limits.seconds;
    return (limit > 0 && journal_.seconds() >= limit) || journal_.Enough();
  }

  void Watch() {
    const Hooks& hooks = plan_.assignment.hooks;
    double shown = 0, written = 0, over_at = -1;
    while (!Finished()) {
      const double now = journal_.seconds();
      if (Over()) {
        journal_.Stop();
        if (over_at < 0) over_at = now;
        // What is still under way then is not worth waiting for.
        if (now - over_at > kGraceSeconds) lab_.Abandon();
      }
      if (now - written >= kCommitEvery) {
        written = now;
        if (hooks.newcomers) Welcome(hooks.newcomers());
        Write(now);
      }
      if (hooks.show && now - shown >= kShowEvery) {
        shown = now;
        hooks.show(Snapshot());
      }
    }
  }

  void Welcome(Newcomers newcomers) {
    awaited_ = std::move(newcomers.awaited);
    if (newcomers.targets.empty()) return;
    std::vector<std::string> names;
    for (const lab::Target& target : newcomers.targets) {
      lab_.Warm(target);
      names.push_back(target.name);
    }
    // The shares first: whoever sees a longer list asks for a share of it.
    shares_.Join(Claims(newcomers.targets, plan_.assignment.config));
    roster_.Join(WithShares(newcomers.targets, plan_.assignment.config));
    plan_.notes.push_back(
        StrCat("joined after ", static_cast<int>(journal_.seconds()), " s: ", Join(names, ", ")));
  }

  // Ends the campaign when nothing can be written for long, or the lane was given away.
  void Write(double now) {
    const Status status = Commit(/*last=*/false);
    trouble_ = status.ok() ? "" : status.error().message;
    journal_.Pause(!status.ok());
    if (status.ok()) {
      failing_since_ = -1;
      return journal_.Meet();
    }
    if (failing_since_ < 0) failing_since_ = now;
    const double patience = shared() ? kAgentGivesUpAfter : kGiveUpAfter;
    if (GivenAway(status) || now - failing_since_ > patience) journal_.Stop();
  }

  Status Commit(bool last) {
    std::vector<store::ProgressRow> samples;
    if (last || journal_.seconds() - sampled_ >= kSampleEvery) {
      sampled_ = journal_.seconds();
      samples.push_back(SampleOf(Snapshot(), worker_.UnderWay(), !last));
    }
    return journal_.Commit(std::move(samples));
  }

  Progress Snapshot() {
    Progress out = journal_.Snapshot();
    const Roster::List targets = roster_.now();
    for (size_t i = 0; i < targets->size(); ++i) {
      out.mean_ms.emplace_back((*targets)[i].name, shares_.MeanMs(i));
      out.parts.emplace_back((*targets)[i].name, shares_.Part(i));
    }
    out.notes = plan_.notes;
    out.awaited = awaited_;
    out.trouble = trouble_;
    return out;
  }

  Plan plan_;
  lab::Lab& lab_;
  Roster roster_;
  Shares shares_;
  Journal journal_;
  CaseWorker worker_;

  std::mutex mutex_;
  std::condition_variable finished_;
  int running_ = 0;  // jobs
  // Of the watching thread alone.
  double sampled_ = -kSampleEvery, failing_since_ = -1;
  std::string awaited_, trouble_;
};

}  // namespace

Result<Progress> RunCampaign(const Config& config, const Limits& limits,
                             const std::vector<lab::Target>& targets, store::Store& store,
                             int64_t campaign_id, const Hooks& hooks, const Membership* member) {
  // A worker in reserve makes confirming quick; of many frameworks that would be too much memory.
  const bool few = targets.size() <= kTargetsWithSpares && !hooks.newcomers;
  lab::Lab lab({.spares = few ? 1 : 0});
  std::vector<std::string> notes;
  ASSAY_ASSIGN(std::vector<lab::Target> up, ThoseThatComeUp(targets, lab, hooks, notes));
  const std::vector<lab::Target> present = WithShares(std::move(up), config);
  const Assignment assignment{config, limits, present, store, campaign_id, hooks, member};
  ASSAY_ASSIGN(Plan plan, MakePlan(assignment, lab));
  plan.notes.insert(plan.notes.begin(), notes.begin(), notes.end());
  return Watcher(std::move(plan), lab).Run();
}

}  // namespace assay::campaign
