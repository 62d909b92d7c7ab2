// assay optbug run: programs that optimise models; where the optimised model is wrong is kept.
#include <algorithm>
#include <iostream>
#include <memory>

#include "base/interrupted.h"
#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/optbug/model_run.h"
#include "cli/run_clock.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "optbug/check.h"
#include "optbug/run_totals.h"
#include "trial/labs.h"

namespace assay::cli::optbug {
namespace {

using assay::optbug::Block;
using assay::optbug::Generator;
using nlohmann::json;

// Enough to meet every rule and most optimisers once.
constexpr size_t kUsualBudget = 200;
constexpr int64_t kMostPrograms = 1'000'000'000;  // years of them

struct RunCommandFlags {
  assay::optbug::GenerateOptions generate;
  std::string framework = "all", store = "assay.db", time, approach = "assay";
  ModelRunFlags model;
  int jobs = 2;
  size_t budget = 0;
  bool resume = false, unsafe = false, json = false;
};

// All that decides what is run.
json ConfigJson(const RunCommandFlags& flags) {
  return {{"provider", "none"},
          {"approach", flags.approach},
          {"frameworks", flags.generate.frameworks},
          {"optimisers", flags.generate.optimisers},
          {"rules", flags.generate.rules},
          {"seed", flags.generate.seed},
          {"import", flags.generate.import},
          {"ablation", flags.generate.ablation},
          {"cost", flags.generate.cost},
          {"budget", flags.budget}};
}

Status TakeConfig(const json& config, RunCommandFlags& flags) {
  try {
    flags.generate = {.frameworks = config.at("frameworks"),
                      .optimisers = config.at("optimisers"),
                      .rules = config.at("rules"),
                      .seed = config.at("seed"),
                      .import = config.at("import"),
                      .ablation = config.value("ablation", ""),
                      .cost = config.value("cost", false)};
    if (flags.budget == 0) flags.budget = config.at("budget");
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: the settings of that run cannot be read: ", error.what()));
  }
  return {};
}

class RunRun {
 public:
  RunRun(const RunCommandFlags& flags, RunClock& clock, trial::RunRecord& record)
      : flags_(flags), clock_(clock), record_(record) {}

  Status All(Generator& generator, const std::set<std::string>& known) {
    WatchForInterrupt();
    assay::optbug::RunOptions options{.jobs = flags_.jobs,
                                      .budget = flags_.budget,
                                      .skip = record_.programs(),
                                      .unsafe = flags_.unsafe,
                                      .known = known,
                                      .should_stop = [this] { return clock_.Over(); }};
    clock_.Start();
    const Status done =
        RunPrograms(generator, options, [&](const Block& block) { return Take(block); });
    progress_.Clear();
    return done;
  }

 private:
  Status Take(const Block& block) {
    for (const auto& found : block.found) {
      const std::string& framework = found.candidate.framework;
      if (!versions_.contains(framework))
        versions_[framework] =
            trial::InstalledVersion(framework, found.candidate.environment, flags_.unsafe);
    }
    ASSAY_RETURN_IF_ERROR(KeepBlock(block, versions_, clock_.Lap(), record_));
    progress_.Show(StrCat("optbug: ", record_.programs(), " programs, ",
                          clock_.Rate(record_.programs()), "/s, ", record_.findings(),
                          " findings, ", block.tried.back().candidate.optimiser));
    return {};
  }

  const RunCommandFlags& flags_;
  RunClock& clock_;
  trial::RunRecord& record_;
  std::map<std::string, std::string> versions_;
  Progress progress_;
};

std::string Share(const json& part) {
  const double programs = std::max(1.0, part["programs"].get<double>());
  char text[64];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * part["relevant"].get<double>() / programs);
  return text;
}

void PrintSummary(const json& summary) {
  Table rules({"rule", "programs", "valid", "relevant", "findings"});
  for (const auto& [name, part] : summary["rules"].items())
    rules.AddRow({name, part["programs"].dump(), part["valid"].dump(),
                  StrCat(part["relevant"].dump(), " (", Share(part), ")"),
                  part["findings"].dump()});
  rules.Print(std::cout, StdoutIsTerminal());
  std::cout << "\n";
  Table verdicts({"verdict", "programs"});
  for (const auto& [name, count] : summary["verdicts"].items())
    verdicts.AddRow({name, count.dump()});
  verdicts.Print(std::cout, StdoutIsTerminal());
  std::cout << "\n";
  for (const json& finding : summary["findings"])
    std::cout << finding["id"].get<std::string>() << "  " << finding["title"].get<std::string>()
              << "\n        " << finding["message"].get<std::string>().substr(0, 160) << "\n";
  for (const json& note : summary["left_out"])
    std::cout << "left out: " << note.get<std::string>() << "\n";
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.1f", summary["programs_per_second"].get<double>());
  std::cout << summary["programs"] << " programs (" << rate << "/s), " << summary["valid"]
            << " valid, " << summary["relevant"] << " relevant, " << summary["from_neighbourhoods"]
            << " from neighbourhoods of known bugs, " << summary["findings"].size()
            << " findings\n";
}

// What a model's run would pass over in silence.
Status CheckModelRun(const RunCommandFlags& flags) {
  const auto& known = assay::optbug::KnownFrameworks();
  if (flags.framework != "all" &&
      std::find(known.begin(), known.end(), flags.framework) == known.end())
    return Invalid(
        StrCat("there is no framework '", flags.framework, "'; known: ", Join(known, ", ")));
  const char* other = flags.resume                         ? "--resume"
                      : !flags.time.empty()                ? "--time"
                      : !flags.generate.optimisers.empty() ? "--optimiser"
                      : !flags.generate.rules.empty()      ? "--rule"
                      : !flags.generate.ablation.empty()   ? "--ablation"
                                                           : nullptr;
  if (other == nullptr) return {};
  return Invalid(StrCat(other,
                        " is for programs that are made without a model: leave it or --llm out "
                        "(answers are kept: asking again costs nothing)"));
}

// Programs of a model in place of ours.
int AskModel(const RunCommandFlags& flags, ModelRunFlags model) {
  if (const Status fits = CheckModelRun(flags); !fits.ok()) return Fail(fits.error());
  model.run.store = flags.store;
  model.run.jobs = flags.jobs;
  model.run.framework = flags.framework == "all" ? "" : flags.framework;
  model.run.budget = flags.budget;
  model.run.seed = flags.generate.seed;
  if (!flags.generate.import.empty()) model.run.imported = {flags.generate.import};
  model.run.unsafe = flags.unsafe;
  model.run.should_stop = Interrupted;
  WatchForInterrupt();
  const auto summary = RunModel(model);
  if (!summary.ok()) return Fail(summary.error());
  if (flags.json)
    PrintJson(*summary);
  else
    PrintModelRun(*summary);
  return (*summary)["findings"].empty() ? kDone : kFindings;
}

// What the run came to, as --json prints it.
Result<json> RunAll(RunCommandFlags& flags) {
  ASSAY_ASSIGN(RunClock clock, RunClock::Make(flags.time));
  if (flags.jobs < 1) return Invalid("--jobs: at least one");
  if (flags.framework != "all") flags.generate.frameworks = {flags.framework};
  std::optional<store::Store> store;
  assay::optbug::OptbugTotals totals;
  std::optional<trial::RunRecord> record;
  if (flags.resume) {
    ASSAY_ASSIGN(store, trial::OpenRunStore(flags.store, true));
    ASSAY_ASSIGN(record,
                 trial::RunRecord::Resume(*store, flags.store, assay::optbug::kOptbugRun, totals));
    ASSAY_RETURN_IF_ERROR(TakeConfig(record->config(), flags));
  }
  if (flags.budget == 0 && !clock.limited()) flags.budget = kUsualBudget;
  flags.generate.unsafe = flags.unsafe;
  Progress asking;
  flags.generate.tell = [&](const std::string& what) { asking.Show("optbug: " + what); };
  ASSAY_ASSIGN(Generator generator, Generator::Open(flags.generate));
  asking.Clear();
  if (!flags.resume) {  // bad usage leaves no empty store behind
    ASSAY_ASSIGN(store, trial::OpenRunStore(flags.store, false));
    ASSAY_ASSIGN(record, trial::RunRecord::Start(*store, assay::optbug::kOptbugRun,
                                                 ConfigJson(flags), totals));
  }
  ASSAY_RETURN_IF_ERROR(RunRun(flags, clock, *record).All(generator, totals.keys()));
  ASSAY_RETURN_IF_ERROR(record->End());
  ASSAY_ASSIGN(json summary, SummaryJson(totals, *record));
  summary["left_out"] = generator.notes();
  return summary;
}

int RunCommand(RunCommandFlags flags) {
  const auto approach = ApproachOf(flags.model);
  if (!approach.ok()) return Fail(approach.error());
  const auto config = LlmConfig(flags.model.llm);
  if (!config.ok()) return Fail(config.error());
  if (config->provider != "none") return AskModel(flags, flags.model);
  const auto summary = RunAll(flags);
  if (!summary.ok()) return Fail(summary.error());
  if (flags.json)
    PrintJson(*summary);
  else
    PrintSummary(*summary);
  return (*summary)["findings"].empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupRun(App& app) {
  const auto flags = std::make_shared<RunCommandFlags>();
  app.AddOption("--framework", flags->framework,
                "torch, tensorflow, jax, onnxruntime, openvino or all")
      .ShowDefault();
  app.AddOption("--optimiser", flags->generate.optimisers, "only these").SplitAt(',');
  app.AddOption("--rule", flags->generate.rules, "only these mutation rules").SplitAt(',');
  app.AddOption("--ablation", flags->generate.ablation,
                "without a part: no-concentration, no-diffusion, or rule=NAME for one rule alone");
  app.AddOption("--import", flags->generate.import,
                "a folder of programs to take models from, in place of the pool");
  app.AddOption("--seed", flags->generate.seed, "seed; another one makes other programs")
      .ShowDefault();
  app.AddOption("--budget", flags->budget, "programs to run (200 unless --time says how long)")
      .Between(int64_t{1}, kMostPrograms);
  app.AddOption("--time", flags->time, "at most this long: 90s, 10m, 1h");
  app.AddOption("--jobs", flags->jobs, "processes at the same time").ShowDefault();
  app.AddOption("--store", flags->store, "where findings are kept").ShowDefault();
  app.AddFlag("--resume", flags->resume, "continue the last run of the store");
  app.AddFlag("--cost", flags->generate.cost,
              "also judge time and size after against before; wants a quiet machine");
  app.AddFlag("--unsafe", flags->unsafe, "run without a sandbox");
  AddModelRunFlags(app, flags->model);
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return RunCommand(*flags); };
}

}  // namespace assay::cli::optbug
