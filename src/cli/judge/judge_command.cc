// assay judge: does an API do what its documentation says?
#include <iostream>
#include <memory>

#include "base/interrupted.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/judge/export_training.h"
#include "cli/judge/model_run.h"
#include "cli/judge/summary.h"
#include "cli/judge/validate.h"
#include "cli/run_clock.h"
#include "cli/terminal.h"
#include "judge/judge.h"
#include "judge/oracle.h"
#include "judge/run_totals.h"
#include "judge/subjects.h"
#include "lab/gpu.h"

namespace assay::cli {
namespace {

using judge::Batch;
using nlohmann::json;

struct JudgeFlags {
  judge::Question question;
  std::vector<std::string> oracles;
  std::string store = "assay.db", time;
  bool unsafe = false, json = false, resume = false, gpu = false;
  int jobs = 2;
  size_t budget = 0;
  judging::ModelFlags model;
};

constexpr int64_t kMostPrograms = 1'000'000'000;  // years of them

constexpr const char* kDeviceOracle = "device";  // the one that needs a GPU

// A GPU is for what is held against the CPU; all else says the same on both.
Status CheckGpu(JudgeFlags& flags) {
  const bool named = std::ranges::count(flags.oracles, kDeviceOracle) > 0;
  if (named && !flags.gpu) return Invalid("the oracle device needs --gpu");
  if (!flags.gpu) return {};
  ASSAY_RETURN_IF_ERROR(lab::CheckGpuFlag());
  if (flags.oracles.empty()) flags.oracles = {kDeviceOracle};
  return {};
}

Status CheckOracles(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const judge::Oracle& oracle : judge::AllOracles()) known.emplace_back(oracle.name);
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Invalid(StrCat("there is no oracle '", name, "'; known: ", Join(known, ", ")));
  return {};
}

// All that decides what is run.
json ConfigJson(const JudgeFlags& flags) {
  const judge::Question& q = flags.question;
  return {{"apis", q.apis},
          {"module", q.module},
          {"framework", q.framework},
          {"docs", q.docs_file},
          {"issue", q.issue_file},
          {"all", q.all},
          {"any_version", q.any_version},
          {"limit", q.limit},
          {"seed", q.seed},
          {"oracles", flags.oracles},
          {"budget", flags.budget},
          {"gpu", flags.gpu}};
}

Status TakeConfig(const json& config, JudgeFlags& flags) {
  judge::Question& q = flags.question;
  try {
    q = {.apis = config.at("apis"),
         .module = config.at("module"),
         .framework = config.at("framework"),
         .docs_file = config.at("docs"),
         .issue_file = config.at("issue"),
         .all = config.at("all"),
         .any_version = config.at("any_version"),
         .limit = config.value("limit", size_t{0}),
         .seed = config.value("seed", uint64_t{1})};
    flags.oracles = config.at("oracles").get<std::vector<std::string>>();
    flags.budget = config.at("budget");
    flags.gpu = config.value("gpu", false);
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: the settings of that run cannot be read: ", error.what()));
  }
  return {};
}

class RunJudge {
 public:
  RunJudge(const JudgeFlags& flags, const RunClock& clock, store::Store& store,
           trial::RunRecord& record)
      : flags_(flags), clock_(clock), store_(store), record_(record) {}

  Status JudgeAll(const judge::Subjects& subjects) {
    for (const Batch& batch : subjects.batches) total_ += batch.docs.size();
    WatchForInterrupt();
    for (const Batch& batch : subjects.batches) ASSAY_RETURN_IF_ERROR(JudgeBatch(batch));
    progress_.Clear();
    return {};
  }

  // Also for what comes after: the time is that of the whole command.
  bool Stopped() const { return clock_.Over() || !trouble_.ok(); }

  judge::RunEnding ending(const json& issue) const {
    return {clock_.Seconds(), programs_, total_ - record_.reports(), issue};
  }

 private:
  Status JudgeBatch(const Batch& batch) {
    std::vector<knowledge::ApiDoc> docs;
    for (const knowledge::ApiDoc& doc : batch.docs)
      if (!record_.Done(batch.framework, doc.name)) docs.push_back(doc);
    ASSAY_ASSIGN(const std::vector<trial::TwinSource> twins,
                 judge::FindTwins(batch.framework, docs, flags_.oracles));
    judge::JudgeOptions options{.environment = batch.environment,
                                .gpu = flags_.gpu,
                                .jobs = flags_.jobs,
                                .budget = flags_.budget,
                                .unsafe = flags_.unsafe,
                                .oracles = flags_.oracles,
                                .own_calls = batch.own_calls,
                                .twins = twins,
                                .should_stop = [this] { return Stopped(); }};
    ASSAY_RETURN_IF_ERROR(judge::JudgeApis(
        docs, options, [&](size_t, const judge::ApiReport& report) { Take(batch, report); }));
    return trouble_;
  }

  void Take(const Batch& batch, const judge::ApiReport& report) {
    programs_ += report.programs;
    const Status kept = judge::KeepReport(batch.framework, report, store_, record_);
    if (!kept.ok()) trouble_ = kept;
    progress_.Show(StrCat("judge: ", record_.reports(), " of ", total_, " APIs, ",
                          clock_.Rate(programs_), " programs/s, ", record_.findings(),
                          " findings, ", report.api));
  }

  const JudgeFlags& flags_;
  const RunClock& clock_;
  store::Store& store_;
  trial::RunRecord& record_;
  Progress progress_;
  size_t total_ = 0, programs_ = 0;
  Status trouble_;
};

// A new run. The command that was given again because its model's part waited for answers goes on
// with the run it began, whose rules are not repeated.
Result<trial::RunRecord> StartRun(const JudgeFlags& flags, store::Store& store,
                                  judge::JudgeTotals& totals) {
  const json config = ConfigJson(flags);
  ASSAY_ASSIGN(const bool asks, ModelChosen(flags.model.llm));
  bool waits = false;
  if (asks) {
    ASSAY_ASSIGN(waits, judge::model::WaitsForAnswers(store));
  }
  if (waits)
    return trial::RunRecord::Continue(store, flags.store, judge::kJudgeRun, config, totals);
  return trial::RunRecord::Start(store, judge::kJudgeRun, config, totals);
}

// What the run came to, as --json prints it.
Result<json> RunAll(JudgeFlags& flags) {
  ASSAY_ASSIGN(RunClock clock, RunClock::Make(flags.time));
  if (flags.jobs < 1) return Invalid("--jobs: at least one");
  ASSAY_RETURN_IF_ERROR(CheckOracles(flags.oracles));
  ASSAY_RETURN_IF_ERROR(CheckGpu(flags));
  // Before hours of rules, not after them.
  ASSAY_RETURN_IF_ERROR(judging::CheckModelFlags(flags.model));
  ASSAY_ASSIGN(store::Store store, trial::OpenRunStore(flags.store, flags.resume));
  judge::JudgeTotals totals;
  std::optional<trial::RunRecord> record;
  if (flags.resume) {
    ASSAY_ASSIGN(record, trial::RunRecord::Resume(store, flags.store, judge::kJudgeRun, totals));
    ASSAY_RETURN_IF_ERROR(TakeConfig(record->config(), flags));
  }
  ASSAY_ASSIGN(const auto subjects, judge::FindSubjects(flags.question, flags.unsafe));
  if (!flags.resume) {  // a run is written down only after its subjects were found
    ASSAY_ASSIGN(record, StartRun(flags, store, totals));
  }
  clock.Start();
  RunJudge run(flags, clock, store, *record);
  ASSAY_RETURN_IF_ERROR(run.JudgeAll(subjects));
  ASSAY_ASSIGN(json summary, judge::SummaryJson(totals, *record, run.ending(subjects.issue)));
  flags.model.run.unsafe = flags.unsafe;
  flags.model.run.jobs = flags.jobs;
  ASSAY_ASSIGN(json model,
               judging::RunModel(flags.model, subjects, store, [&] { return run.Stopped(); }));
  if (!model.is_null()) summary["model"] = std::move(model);
  ASSAY_RETURN_IF_ERROR(record->End());
  return summary;
}

int Judge(JudgeFlags flags) {
  const auto summary = RunAll(flags);
  if (!summary.ok()) return Fail(summary.error());
  if (flags.json)
    std::cout << summary->dump(1, ' ', false, json::error_handler_t::replace) << "\n";
  else
    judging::PrintSummary(*summary, flags.store);
  if (!flags.json && summary->contains("model")) judging::PrintModel((*summary)["model"]);
  const bool suspected = summary->contains("model") && !(*summary)["model"]["suspicions"].empty();
  return (*summary)["findings"].empty() && !suspected ? kDone : kFindings;
}

std::string OracleHelp() {
  std::string out = "only these";
  for (const judge::Oracle& oracle : judge::AllOracles())
    out += StrCat("; ", oracle.name, ": ", oracle.help);
  return out;
}

}  // namespace

std::function<int()> SetupJudge(App& app) {
  const auto flags = std::make_shared<JudgeFlags>();
  judge::Question& question = flags->question;
  app.AddOption("--api", question.apis, "full name, as documented; several are allowed");
  app.AddOption("--module", question.module, "all APIs of a module, such as torch.nn.functional");
  app.AddFlag("--all", question.all, "all documented APIs");
  app.AddOption("--limit", question.limit, "a sample of N of them");
  app.AddOption("--seed", question.seed, "of the sample").ShowDefault();
  app.AddOption("--issue", question.issue_file,
                "the program of a bug report: the API that it is about, its own call first");
  app.AddOption("--framework", question.framework, "its framework, if its name does not say it");
  app.AddOption(
      "--docs", question.docs_file,
      "documentation to judge against, in place of the installed one (`assay docs show --json`)");
  app.AddFlag("--any-version", question.any_version,
              "also by documentation of a version that is not installed");
  app.AddOption("--oracle", flags->oracles, OracleHelp()).SplitAt(',');
  app.AddOption("--store", flags->store, "where findings are kept").ShowDefault();
  app.AddOption("--budget", flags->budget, "programs to run at most")
      .Between(int64_t{1}, kMostPrograms);
  app.AddOption("--time", flags->time, "at most this long, rules and model together: 90s, 10m, 1h");
  app.AddOption("--jobs", flags->jobs,
                "APIs at the same time, each with processes of its own, for rules and model")
      .ShowDefault();
  app.AddFlag("--resume", flags->resume, "continue the last run of the store");
  app.AddFlag("--gpu", flags->gpu,
              "give programs the machine's GPU: by default for the oracle device alone");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  judging::AddModelFlags(app, flags->model);
  app.AddFlag("--json", flags->json, "print JSON");
  App* validate = app.AddSubcommand(
      "validate", "how often oracles are right on programs of bug reports: the study's tables");
  App* training = app.AddSubcommand("export-training",
                                    "judged programs with their right answers, for fine-tuning");
  return [flags, validate, training, run_validate = judging::SetupValidate(*validate),
          run_training = judging::SetupExportTraining(*training)] {
    if (validate->chosen()) return run_validate();
    return training->chosen() ? run_training() : Judge(*flags);
  };
}

}  // namespace assay::cli
