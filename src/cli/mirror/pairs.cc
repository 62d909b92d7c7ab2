// assay mirror pairs: the same inputs through an API and its twin in another framework.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/interrupted.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/mirror/pairs_summary.h"
#include "cli/run_clock.h"
#include "cli/terminal.h"
#include "mirror/pairs/run.h"
#include "mirror/pairs/subject.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::pairs::Subject;
using assay::mirror::pairs::SubjectReport;
using nlohmann::json;

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
  RunPairsCommand(const PairsFlags& flags, RunClock& clock, trial::RunRecord& record)
      : flags_(flags), clock_(clock), record_(record) {}

  Status All(std::vector<Subject> subjects) {
    total_ = subjects.size();
    std::erase_if(subjects, [&](const Subject& subject) {
      return record_.Done(subject.from->name, subject.to->name);
    });
    WatchForInterrupt();
    assay::mirror::pairs::RunOptions options{
        .fuzz = {.seed = flags_.seed,
                 .most_trials = flags_.trials,
                 .unsafe = flags_.unsafe,
                 .should_stop = [this] { return clock_.Over(); }},
        .jobs = flags_.jobs};
    const Status done =
        RunPairs(subjects, options, [&](const SubjectReport& report) { return Take(report); });
    progress_.Clear();
    return done;
  }

  size_t left() const { return total_ - std::min(total_, record_.reports()); }

 private:
  Status Take(const SubjectReport& report) {
    programs_ += report.programs;
    ASSAY_RETURN_IF_ERROR(KeepReport(report, clock_.Lap(), record_));
    progress_.Show(StrCat("mirror: ", record_.reports(), " of ", total_, " pairs, ",
                          clock_.Rate(programs_), " programs/s, ", record_.findings(),
                          " findings, ", report.from));
    return {};
  }

  const PairsFlags& flags_;
  RunClock& clock_;
  trial::RunRecord& record_;
  Progress progress_;
  size_t total_ = 0, programs_ = 0;
};

// What the run came to, as --json prints it.
Result<json> RunAllPairs(PairsFlags& flags) {
  using assay::mirror::pairs::kPairsRun;
  ASSAY_ASSIGN(RunClock clock, RunClock::Make(flags.time));
  if (flags.jobs < 1) return Invalid("--jobs: at least one");
  std::optional<store::Store> store;
  assay::mirror::pairs::PairsTotals totals;
  std::optional<trial::RunRecord> record;
  if (flags.resume) {
    ASSAY_ASSIGN(store, trial::OpenRunStore(flags.store, true));
    ASSAY_ASSIGN(record, trial::RunRecord::Resume(*store, flags.store, kPairsRun, totals));
    ASSAY_RETURN_IF_ERROR(TakeConfig(record->config(), flags));
  }
  if (flags.budget == 0 && !clock.limited() && flags.apis.empty()) flags.budget = kUsualBudget;
  ASSAY_ASSIGN(const auto found,
               assay::mirror::pairs::FindPairs(flags.from, flags.to, flags.names_only));
  for (const std::string& warning : found->warnings) std::cerr << "assay: " << warning << "\n";
  ASSAY_ASSIGN(auto subjects,
               assay::mirror::pairs::Chosen(found->subjects, flags.apis, flags.seed));
  subjects.resize(assay::mirror::pairs::SubjectsFor(flags.budget, subjects.size()));
  if (!flags.resume) {  // bad usage leaves no empty store behind
    ASSAY_ASSIGN(store, trial::OpenRunStore(flags.store, false));
    ASSAY_ASSIGN(record, trial::RunRecord::Start(*store, kPairsRun, ConfigJson(flags), totals));
  }
  clock.Start();
  RunPairsCommand run(flags, clock, *record);
  ASSAY_RETURN_IF_ERROR(run.All(std::move(subjects)));
  ASSAY_RETURN_IF_ERROR(record->End());
  ASSAY_ASSIGN(json summary, SummaryJson(totals, *record));
  summary["left"] = run.left();
  return summary;
}

int Pairs(PairsFlags flags) {
  const auto summary = RunAllPairs(flags);
  if (!summary.ok()) return Fail(summary.error());
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
  app.AddOption("--seed", flags->seed, "seed; another one takes other pairs and other numbers")
      .ShowDefault();
  app.AddOption("--jobs", flags->jobs,
                "pairs at the same time, each with processes of all frameworks")
      .ShowDefault();
  app.AddOption("--store", flags->store, "where findings are kept").ShowDefault();
  app.AddFlag("--resume", flags->resume, "continue the last run of the store");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return Pairs(*flags); };
}

}  // namespace assay::cli::mirror
