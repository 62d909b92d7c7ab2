#include "campaign/campaign.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "base/strings.h"
#include "campaign/cpu_time.h"
#include "campaign/examine.h"
#include "campaign/exchange.h"
#include "campaign/inspector.h"
#include "campaign/ledger.h"
#include "campaign/preparing.h"
#include "campaign/record.h"
#include "campaign/roster.h"
#include "campaign/sample.h"
#include "campaign/spool.h"
#include "campaign/stage.h"
#include "campaign/survey.h"
#include "zoo/zoo.h"

namespace assay::campaign {
namespace {

constexpr int kAttempts = 6;     // candidates per case number
constexpr int kRerunEvery = 8;   // cases of which one is run twice
constexpr size_t kDeep = 40;     // nodes from which loose bounds are the rule
constexpr int kLayersEvery = 8;  // generated cases of which one is judged by layers if need be
constexpr size_t kTargetsWithSpares = 4;
constexpr double kSeedTolerance = 1e-4;  // the study's
constexpr double kShowEvery = 0.5, kCommitEvery = 1.0, kSampleEvery = 2.0;
constexpr double kGraceSeconds = 5;   // for cases under way when the time is over
constexpr double kGiveUpAfter = 120;  // seconds without being able to write
constexpr double kAgentGivesUpAfter =
    1800;  // a database may be away for longer than a disk is full

class RunClock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::vector<bool> SlowOnes(const std::vector<lab::Target>& targets) {
  std::vector<bool> out;
  for (const lab::Target& target : targets) out.push_back(target.slow);
  return out;
}

// One campaign while it runs.
class Runner {
 public:
  Runner(const Config& config, const Limits& limits, const std::vector<lab::Target>& targets,
         store::Store& store, int64_t id, const Hooks& hooks, const StageDef& stage,
         const Method& method, Judge judge, lab::Lab& lab, const Realism& realism,
         const Membership* member)
      : config_(config),
        limits_(limits),
        roster_(targets),
        store_(store),
        id_(id),
        hooks_(hooks),
        stage_(stage),
        method_(method),
        judge_(judge),
        lab_(lab),
        realism_(realism),
        shares_(SlowOnes(targets), limits.jobs),
        ledger_(method, limits.cases),
        inspector_(config.resources),
        spool_(member) {
    if (member != nullptr) exchange_.emplace(*member, method);
  }

  Status Restore(const store::CampaignRow& row) {
    Tally tally;
    if (!row.tally.empty()) {
      ASSAY_ASSIGN(tally, Tally::Load(row.tally));
    }
    ASSAY_ASSIGN(const std::vector<store::ReportRow> rows, store_.Reports(id_));
    std::vector<Report> reports;
    for (const store::ReportRow& stored : rows) {
      ASSAY_ASSIGN(Report report, Report::Load(stored.report));
      reports.push_back(std::move(report));
    }
    ASSAY_RETURN_IF_ERROR(ledger_.Restore(row.block, row.state, std::move(reports)));
    ASSAY_ASSIGN(const std::vector<store::FindingRow> known, store_.Findings(id_));
    record_.Restore(std::move(tally), known);
    return {};
  }

  Result<Progress> Run(std::vector<std::string> notes) {
    notes_ = std::move(notes);
    std::vector<std::thread> jobs;
    running_ = limits_.jobs;
    for (int i = 0; i < limits_.jobs; ++i) jobs.emplace_back([this] { Work(); });
    Watch();
    for (std::thread& job : jobs) job.join();
    const Status written = Commit(/*last=*/true);
    if (!written.ok() && written.error().kind == ErrorKind::kRejected) return written.error();
    if (!written.ok() && exchange_.has_value())
      return Invalid(StrCat(written.error().message,
                            "; what could not be written is kept on this machine, and the next "
                            "agent that joins the campaign here writes it"));
    if (!written.ok())
      return Invalid(StrCat(written.error().message,
                            "; what was written before is kept: free what is in the way and go on "
                            "with --resume"));
    return Snapshot();
  }

  Progress Snapshot() {
    Progress out;
    out.coverage = method_.Figures(*ledger_.newest_state());
    const std::lock_guard lock(mutex_);
    if (!out.coverage.empty() && out.coverage.front().second > last_coverage_) {
      last_coverage_ = out.coverage.front().second;
      last_gain_ = clock_.seconds();
    }
    SetTimes();
    out.tally = record_.tally();
    out.resumed_cases = record_.before().cases;
    out.seconds = clock_.seconds();
    out.cases_now = out.tally.cases - out.resumed_cases;
    out.last_new_s = record_.last_new_s();
    out.last_gain_s = last_gain_;
    out.resident_mb = ResidentMb();
    out.findings = record_.Lines();
    const Roster::List targets = roster_.now();
    for (size_t i = 0; i < targets->size(); ++i)
      out.mean_ms.emplace_back((*targets)[i].name, shares_.MeanMs(i));
    out.notes = notes_;
    out.awaited = awaited_;
    out.store_cpu_seconds = store_cpu_;
    if (exchange_.has_value()) {
      out.exchange = exchange_->figures();
      out.exchange.cpu_seconds += ledger_.learning();
    }
    out.trouble = trouble_;
    return out;
  }

 private:
  // --- the jobs ---
  void Work() {
    while (const auto ticket = ledger_.Next()) RunCase(*ticket);
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) finished_.notify_all();
  }

  void RunCase(const Ticket& ticket) {
    Report report;
    report.index = ticket.index;
    Prepared prepared;
    bool ready = false;
    for (int attempt = 0; attempt < kAttempts && !ready; ++attempt) {
      auto made = method_.Make(*ticket.state, ticket.index, attempt);
      if (!made.ok()) {
        const std::lock_guard lock(mutex_);
        record_.CountRetry();
        continue;
      }
      const std::vector<Step> steps = made->recipe.steps;
      prepared = {};
      Legality legality = Prepare(std::move(made).value(), realism_, prepared);
      if (legality == Legality::kLegal && stage_.fit != nullptr) legality = stage_.fit(prepared);
      {
        const std::lock_guard lock(mutex_);
        record_.CountLegality(steps, legality, config_.unconstrained);
      }
      ready = legality == Legality::kLegal;
      if (!ready && !steps.empty()) report.put_aside.push_back(steps.back().mutator);
    }
    if (ready) {
      const std::string recipe = prepared.made.recipe.Text();
      const WorkList::Entry entry = work_.Enter(ticket.index, recipe);
      ExamineOptions options;
      options.judge = judge_;
      options.distance = method_.follows_distance();
      options.rerun = ticket.index % kRerunEvery == 0;
      // Generated graphs are small and mostly well bounded; layers tell of real models.
      options.layers =
          !prepared.made.recipe.root.starts_with("generated:") || ticket.index % kLayersEvery == 0;
      options.seen_before = [this](const std::string& signature) { return Believed(signature); };
      const Roster::List targets = roster_.now();
      Examined examined = stage_.examine(prepared, *targets, lab_, shares_, options);
      // Not done: it will be run when the campaign is taken up again.
      if (examined.abandoned) return;
      report.run = true;
      report.recipe = recipe;
      report.parent = prepared.made.parent;
      report.keys = method_.Keys(prepared.subject.model.graph);
      report.distance = examined.distance;
      report.findings = static_cast<int>(examined.hits.size());
      // Behind the report: figures of time must not decide which cases come next.
      inspector_.Look(ticket.index, prepared, *targets, examined);
      // The counts and the report under one lock: a commit sees both or neither.
      const std::lock_guard lock(mutex_);
      record_.Count(ticket.index, prepared, examined, *targets, clock_.seconds());
      ledger_.Done(std::move(report));
    } else {
      const std::lock_guard lock(mutex_);
      record_.CountUnmade();
      ledger_.Done(std::move(report));
    }
  }

  bool Believed(const std::string& signature) {
    const std::lock_guard lock(mutex_);
    return record_.Believed(signature);
  }

  // --- the watching thread ---
  bool Over() {
    if (hooks_.stop != nullptr && hooks_.stop->load()) return true;
    if (exchange_.has_value() && exchange_->over()) return true;
    if (limits_.seconds > 0 && clock_.seconds() >= limits_.seconds) return true;
    if (limits_.findings <= 0) return false;
    const std::lock_guard lock(mutex_);
    return record_.ConfirmedNow() >= limits_.findings;
  }

  void Watch() {
    double shown = 0, written = 0, failing_since = -1, over_at = -1;
    while (true) {
      {
        std::unique_lock lock(mutex_);
        finished_.wait_for(lock, std::chrono::milliseconds(100), [&] { return running_ == 0; });
        if (running_ == 0) return;
      }
      const double now = clock_.seconds();
      if (Over()) {
        ledger_.Stop();
        if (over_at < 0) over_at = now;
        // What is still under way then is not worth waiting for.
        if (now - over_at > kGraceSeconds) lab_.Abandon();
      }
      if (now - written >= kCommitEvery) {
        written = now;
        if (hooks_.newcomers) Welcome(hooks_.newcomers());
        const Status status = Commit();
        const bool given_away = !status.ok() && status.error().kind == ErrorKind::kRejected;
        failing_since = status.ok() ? -1 : failing_since < 0 ? now : failing_since;
        // A database that cannot be reached stops nothing until the spool is full.
        ledger_.Pause(!status.ok() && (!store_.lost() || spool_.full()));
        if (given_away) ledger_.Stop();
        if (status.ok() && exchange_.has_value()) exchange_->Meet(store_, ledger_);
        {
          const std::lock_guard lock(mutex_);
          trouble_ = status.ok() ? "" : status.error().message;
        }
        if (failing_since >= 0 && now - failing_since > GiveUpAfter()) ledger_.Stop();
      }
      if (hooks_.show && now - shown >= kShowEvery) {
        shown = now;
        hooks_.show(Snapshot());
      }
    }
  }

  void Welcome(Newcomers newcomers) {
    if (!newcomers.targets.empty()) {
      std::vector<std::string> names;
      for (const lab::Target& target : newcomers.targets) {
        lab_.Warm(target);
        names.push_back(target.name);
      }
      // The shares first: whoever sees a longer list asks for a share of it.
      shares_.Join(SlowOnes(newcomers.targets));
      roster_.Join(newcomers.targets);
      const std::lock_guard lock(mutex_);
      notes_.push_back(
          StrCat("joined after ", static_cast<int>(clock_.seconds()), " s: ", Join(names, ", ")));
    }
    const std::lock_guard lock(mutex_);
    awaited_ = std::move(newcomers.awaited);
  }

  // Writes what has come since; what cannot be written stays for the next time.
  Status Commit(bool last = false) {
    std::vector<store::ProgressRow> samples;
    if (last || clock_.seconds() - sampled_ >= kSampleEvery) {
      sampled_ = clock_.seconds();
      samples.push_back(SampleOf(Snapshot(), work_.Now(), !last));
    }
    store::CampaignStep next;
    {
      const std::lock_guard lock(mutex_);
      LedgerStep step = ledger_.Take();
      next = record_.TakePending();
      for (const Report& report : step.reports) {
        next.reports.push_back({report.index, report.Save()});
        if (exchange_.has_value()) exchange_->Note(report);
      }
      next.state = std::move(step.state);
      next.block = step.block;
      next.forget_before = step.forget_before;
      next.campaign = id_;
      SetTimes();
      next.tally = record_.tally().Save();
      next.cases = record_.tally().cases;
      next.counted = next.cases + record_.tally().unmade;
      next.done = step.done;
      next.progress = std::move(samples);
    }
    const CpuMeter meter(store_cpu_);
    spool_.Add(std::move(next));
    return spool_.Write(store_);
  }

  double GiveUpAfter() const { return exchange_.has_value() ? kAgentGivesUpAfter : kGiveUpAfter; }

  // Needs the lock.
  void SetTimes() {
    Tally& tally = record_.tally();
    const Tally& before = record_.before();
    tally.seconds = before.seconds + clock_.seconds();
    const double own = OwnCpuSeconds() - own_cpu_, children = ChildrenCpuSeconds() - children_cpu_;
    tally.cpu_seconds = before.cpu_seconds + own + children;
    tally.target_cpu_seconds = before.target_cpu_seconds + children;
  }

  const Config& config_;
  const Limits& limits_;
  Roster roster_;
  store::Store& store_;
  const int64_t id_;
  const Hooks& hooks_;
  const StageDef& stage_;
  const Method& method_;
  const Judge judge_;
  lab::Lab& lab_;
  const Realism& realism_;
  Shares shares_;
  Ledger ledger_;
  Inspector inspector_;
  const RunClock clock_;
  const double own_cpu_ = OwnCpuSeconds(), children_cpu_ = ChildrenCpuSeconds();

  std::mutex mutex_;
  std::condition_variable finished_;
  int running_ = 0;
  Record record_{limits_.keep};
  // Of the watching thread alone.
  Spool spool_;
  std::optional<Exchange> exchange_;
  WorkList work_;
  double store_cpu_ = 0;            // of the watching thread alone
  double sampled_ = -kSampleEvery;  // of the watching thread alone
  double last_gain_ = 0;
  int64_t last_coverage_ = 0;
  std::vector<std::string> notes_;
  std::string awaited_;
  std::string trouble_;
};

Result<Realism> LearnRealism() {
  Realism realism;
  for (const zoo::ZooDef& def : zoo::AllModels()) {
    ASSAY_ASSIGN(const ModelCase built, zoo::Build(def, zoo::Size::kSmall, 0));
    realism.Learn(built.model.graph);
  }
  return realism;
}

// What is asked what it supports: a way supports no more than what it is held against, which
// answers quicker.
std::vector<lab::Target> SurveyTargets(const std::vector<lab::Target>& targets) {
  std::map<std::string, lab::Target> out;
  for (const lab::Target& target : targets) {
    if (target.baselines.empty()) out.emplace(target.name, target);
    for (const auto& baseline : target.baselines) out.emplace(baseline->name, *baseline);
  }
  std::vector<lab::Target> list;
  for (auto& [name, target] : out) list.push_back(std::move(target));
  return list;
}

// Made once and kept with the campaign, so that it goes on with the same one.
Status KeepSurvey(Config config, const std::vector<uint64_t>& avoid, store::Store& store,
                  int64_t id) {
  config.avoid = avoid;
  config.surveyed = true;
  return store.SetConfig(id, config.Save());
}

}  // namespace

Result<Progress> RunCampaign(const Config& config, const Limits& limits,
                             const std::vector<lab::Target>& targets, store::Store& store,
                             int64_t campaign_id, const Hooks& hooks, const Membership* member) {
  const MethodDef* def = FindMethod(config.method);
  if (def == nullptr) return Invalid(StrCat("there is no method '", config.method, "'"));
  const StageDef* stage = FindStage(config.stage);
  if (stage == nullptr) return Invalid(StrCat("there is no stage '", config.stage, "'"));
  const bool more = config.seeds == "zoo" && !stage->seeds.empty();
  ASSAY_ASSIGN(Seeds seeds,
               Seeds::Load(more ? StrCat(config.seeds, ",", stage->seeds) : config.seeds));
  ASSAY_ASSIGN(const Realism realism, LearnRealism());
  // A worker in reserve makes confirming quick; of many frameworks that would be too much memory.
  const bool few = targets.size() <= kTargetsWithSpares && !hooks.newcomers;
  lab::Lab lab({.spares = few ? 1 : 0});
  for (const lab::Target& target : targets) lab.Warm(target);
  std::vector<std::string> notes;
  MethodOptions options;
  options.avoid = config.avoid;
  Preparing preparing(store, member, lab, hooks);
  // Ways of one framework are held against the reference alone, and 8 bits are not 32.
  if (!stage->own_modes) notes = seeds.DropDisagreeing(targets, lab, kSeedTolerance, limits.jobs);
  // What those support who are still to join is not known: nothing is avoided then.
  if (!config.surveyed && !hooks.newcomers)
    options.avoid = UnsupportedByAll(SurveyTargets(targets), lab, limits.jobs);
  const bool stopped = preparing.End();
  if (!config.surveyed && !stopped)
    ASSAY_RETURN_IF_ERROR(KeepSurvey(config, options.avoid, store, campaign_id));
  options.seed = config.seed;
  options.nodes = config.nodes;
  options.unconstrained = config.unconstrained;
  options.mutators = config.mutators;
  options.operators = config.operators;
  const std::unique_ptr<Method> method = def->make(seeds, options);
  ASSAY_ASSIGN(const Judge judge, JudgeByName(config.oracle, method->judge()));
  if (judge != Judge::kCertified && targets.size() < 2)
    return Invalid(StrCat("--method ", config.method, " holds targets against each other and has ",
                          targets.size(), "; name more with --targets, or use --oracle certified"));
  if (judge != Judge::kCertified && config.stage != "infer")
    return Invalid(StrCat("--stage ", config.stage, " is judged by the certified reference; use a ",
                          "method that is (assay), or add --oracle certified"));
  for (std::string& note : method->notes()) notes.push_back(std::move(note));
  Runner runner(config, limits, targets, store, campaign_id, hooks, *stage, *method, judge, lab,
                realism, member);
  ASSAY_ASSIGN(const auto row, store.WholeCampaign(campaign_id));
  if (row.has_value()) ASSAY_RETURN_IF_ERROR(runner.Restore(*row));
  return stopped ? runner.Snapshot() : runner.Run(std::move(notes));
}

}  // namespace assay::campaign
