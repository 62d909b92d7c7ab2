// assay mirror pairs: the same inputs through an API and its twin in another framework.
#include <atomic>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/interrupted.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/mirror/pairs_access.h"
#include "cli/mirror/pairs_record.h"
#include "cli/mirror/pairs_summary.h"
#include "cli/terminal.h"
#include "mirror/pairs/run.h"
#include "store/address.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::pairs::Subject;
using assay::mirror::pairs::SubjectReport;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr size_t kUsualBudget = 200;
constexpr int64_t kMostPrograms = 1'000'000'000;  // years of them

struct PairsFlags {
  std::string from = "torch", to = "tensorflow", store = "assay.db", time;
  std::vector<std::string> apis;
  uint64_t seed = 0;
  size_t budget = 0, trials = 200;
  int jobs = 1;
  bool names_only = false, resume = false, unsafe = false, json = false;
};

// All that decides what is run.
json ConfigJson(const PairsFlags& flags) {
  return {{"from", flags.from},
          {"to", flags.to},
          {"apis", flags.apis},
          {"seed", flags.seed},
          {"budget", flags.budget},
          {"trials", flags.trials},
          {"names_only", flags.names_only}};
}

Status TakeConfig(const json& config, PairsFlags& flags) {
  try {
    flags.from = config.at("from");
    flags.to = config.at("to");
    flags.apis = config.at("apis").get<std::vector<std::string>>();
    flags.seed = config.at("seed");
    flags.trials = config.at("trials");
    flags.names_only = config.at("names_only");
    if (flags.budget == 0) flags.budget = config.at("budget");
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: the settings of that run cannot be read: ", error.what()));
  }
  return {};
}

class RunPairsCommand {
 public:
  RunPairsCommand(const PairsFlags& flags, double seconds, PairsRecord& record)
      : flags_(flags),
        record_(record),
        start_(Clock::now()),
        last_(start_),
        end_(seconds > 0 ? start_ + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds))
                         : Clock::time_point::max()) {}

  Status All(std::vector<Subject> subjects) {
    total_ = subjects.size();
    std::erase_if(subjects, [&](const Subject& subject) {
      return record_.Done(subject.from->name, subject.to->name);
    });
    const std::atomic<bool>& interrupted = WatchForInterrupt();
    assay::mirror::pairs::RunOptions options{
        .fuzz = {.seed = flags_.seed,
                 .most_trials = flags_.trials,
                 .unsafe = flags_.unsafe,
                 .should_stop = [&] { return interrupted || Clock::now() >= end_; }},
        .jobs = flags_.jobs};
    const Status done =
        RunPairs(subjects, options, [&](const SubjectReport& report) { return Take(report); });
    progress_.Clear();
    return done;
  }

  size_t left() const { return total_ - std::min(total_, record_.size()); }

 private:
  Status Take(const SubjectReport& report) {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    programs_ += report.programs;
    ASSAY_RETURN_IF_ERROR(record_.Add(report, seconds));
    char rate[32];
    std::snprintf(rate, sizeof rate, "%.1f",
                  static_cast<double>(programs_) /
                      std::max(std::chrono::duration<double>(now - start_).count(), 0.001));
    progress_.Show(StrCat("mirror: ", record_.size(), " of ", total_, " pairs, ", rate,
                          " programs/s, ", record_.findings(), " findings, ", report.from));
    return {};
  }

  const PairsFlags& flags_;
  PairsRecord& record_;
  const Clock::time_point start_;
  Clock::time_point last_;
  const Clock::time_point end_;
  Progress progress_;
  size_t total_ = 0, programs_ = 0;
};

int Pairs(PairsFlags flags) {
  double seconds = 0;
  if (!flags.time.empty()) {
    const auto parsed = ParseDuration(flags.time);
    if (!parsed.ok()) return Fail(parsed.error());
    seconds = *parsed;
  }
  if (flags.jobs < 1) return Fail(Invalid("--jobs: at least one"));
  if (flags.resume && !store::StoreExists(flags.store))
    return Fail(Invalid(StrCat("--resume: there is no store ", flags.store,
                               "; start a run without --resume, or name its --store")));
  std::optional<Result<store::Store>> store;
  std::optional<Result<PairsRecord>> record;
  if (flags.resume) {
    store.emplace(store::Store::OpenExisting(flags.store));
    if (!store->ok()) return Fail(store->error());
    record.emplace(PairsRecord::Resume(**store));
    if (!record->ok()) return Fail(record->error());
    const Status taken = TakeConfig((*record)->config(), flags);
    if (!taken.ok()) return Fail(taken.error());
  }
  if (flags.budget == 0 && seconds == 0 && flags.apis.empty()) flags.budget = kUsualBudget;
  const auto found = FindPairs(flags.from, flags.to, flags.names_only);
  if (!found.ok()) return Fail(found.error());
  auto subjects = assay::mirror::pairs::Chosen((*found)->subjects, flags.apis, flags.seed);
  if (!subjects.ok()) return Fail(subjects.error());
  subjects->resize(assay::mirror::pairs::SubjectsFor(flags.budget, subjects->size()));
  if (!flags.resume) {  // bad usage leaves no empty store behind
    store.emplace(store::Store::Open(flags.store));
    if (!store->ok()) return Fail(store->error());
    record.emplace(PairsRecord::Start(**store, ConfigJson(flags)));
    if (!record->ok()) return Fail(record->error());
  }
  RunPairsCommand run(flags, seconds, **record);
  const Status done = run.All(*subjects);
  if (!done.ok()) return Fail(done.error());
  if (const Status ended = (*record)->End(); !ended.ok()) return Fail(ended.error());
  auto summary = (*record)->Summary();
  if (!summary.ok()) return Fail(summary.error());
  (*summary)["left"] = run.left();
  if (flags.json)
    PrintJson(*summary);
  else
    PrintPairs(*summary, flags.store);
  return (*summary)["findings"].empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupPairs(App& app) {
  const auto flags = std::make_shared<PairsFlags>();
  app.AddOption("--from", flags->from, "the framework whose calls are made: torch, tensorflow, jax")
      .ShowDefault();
  app.AddOption("--to", flags->to, "the framework of the twins").ShowDefault();
  app.AddOption("--api", flags->apis,
                "only pairs of these, named as either side documents them; several are allowed");
  app.AddFlag("--names-only", flags->names_only,
              "only pairs by name, none of the similarity model");
  app.AddOption("--budget", flags->budget,
                "programs to run, about seven a pair (200 unless --time or --api says more)")
      .Between(int64_t{1}, kMostPrograms);
  app.AddOption("--trials", flags->trials, "sets of inputs that each pair is tried with, about")
      .Between(20, 2000)
      .ShowDefault();
  app.AddOption("--time", flags->time, "at most this long: 90s, 10m, 1h");
  app.AddOption("--seed", flags->seed, "another one takes other pairs and other numbers")
      .ShowDefault();
  app.AddOption("--jobs", flags->jobs, "pairs at once, each with labs of all frameworks")
      .ShowDefault();
  app.AddOption("--store", flags->store, "where findings are kept").ShowDefault();
  app.AddFlag("--resume", flags->resume, "go on with the last run of the store");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return Pairs(*flags); };
}

}  // namespace assay::cli::mirror
