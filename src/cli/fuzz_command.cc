// assay fuzz: makes models, runs them everywhere, says which framework is wrong and keeps the
// proof.
#include <atomic>
#include <chrono>
#include <csignal>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/strings.h"
#include "campaign/campaign.h"
#include "campaign/stage.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/fuzz_screen.h"
#include "cli/fuzz_shared.h"
#include "cli/table.h"
#include "cli/targets.h"
#include "cli/terminal.h"
#include "mutate/mutator.h"
#include "ops/schema.h"
#include "store/address.h"

namespace assay::cli {
namespace {

using campaign::Config;
using campaign::FindingLine;
using campaign::Limits;
using campaign::Progress;

constexpr const char* kDefaultStore = "assay.db";
constexpr int kMostFailures = 600;  // to join, a second apart

std::atomic<bool> interrupted{false};

void OnSignal(int signal) {
  // The second one ends the program the hard way.
  if (interrupted.exchange(true)) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

struct Flags {
  Config config;
  Limits limits;
  std::string time, targets, mutators, operators;
  std::string store = kDefaultStore;
  std::string campaign;  // "": none that is shared
  std::vector<std::string> backend_dirs;
  int jobs = 0;
  bool resume = false, json = false, quiet = false;
};

Status FillConfig(Flags& flags) {
  if (!flags.time.empty()) {
    ASSAY_ASSIGN(flags.limits.seconds, ParseDuration(flags.time));
  }
  if (flags.config.resources < 0)
    return Invalid(StrCat("--resources ", flags.config.resources,
                          ": one case in how many? 1 looks at all, 20 costs little, 0 is off"));
  flags.limits.jobs = flags.jobs > 0 ? flags.jobs : DefaultJobs();
  if (campaign::FindMethod(flags.config.method) == nullptr) {
    std::vector<std::string> names;
    for (const auto& method : campaign::AllMethods()) names.emplace_back(method.name);
    return Invalid(
        StrCat("there is no method '", flags.config.method, "'; known: ", Join(names, ", ")));
  }
  if (campaign::FindStage(flags.config.stage) == nullptr) {
    std::vector<std::string> names;
    for (const auto& stage : campaign::AllStages()) names.emplace_back(stage.name);
    return Invalid(
        StrCat("there is no stage '", flags.config.stage, "'; known: ", Join(names, ", ")));
  }
  // The other methods hold targets against each other, by what they compute when they run.
  if (flags.config.stage != "infer" && flags.config.method != "assay" &&
      flags.config.oracle != "certified")
    return Invalid(StrCat("--stage ", flags.config.stage, " is judged by the certified reference; ",
                          "leave --method ", flags.config.method,
                          " out, or add --oracle certified"));
  for (const std::string& name : Split(flags.operators, ',')) {
    if (name.empty()) continue;
    if (ops::FindSchema("", name, ops::kNewestOpset) == nullptr)
      return Invalid(StrCat("--operators: there is no ONNX operator '", name, "'"));
    flags.config.operators.push_back(name);
  }
  if (flags.mutators.empty()) return {};
  for (const std::string& name : Split(flags.mutators, ',')) {
    const mutate::MutatorDef* mutator = mutate::FindMutator(name);
    if (mutator == nullptr)
      return Invalid(StrCat("there is no mutator '", name, "'; see assay mutate --list"));
    flags.config.mutators.emplace_back(mutator->name);
  }
  return {};
}

nlohmann::json FindingJson(const FindingLine& f) {
  return {{"id", f.id},           {"target", f.target},       {"version", f.version},
          {"kind", f.kind},       {"stage", f.stage},         {"message", f.message},
          {"count", f.count},     {"case", f.first_case},     {"recipe", f.recipe},
          {"realism", f.realism}, {"confirmed", f.confirmed}, {"seconds", f.at_seconds}};
}

std::string Hex(uint64_t value) {
  std::ostringstream out;
  out << std::hex << std::setfill('0') << std::setw(16) << value;
  return out.str();
}

nlohmann::json SummaryJson(const Flags& flags, const Progress& p) {
  nlohmann::json targets, mutators, coverage, findings = nlohmann::json::array();
  for (const auto& [name, mean] : p.mean_ms) {
    const auto it = p.tally.targets.find(name);
    const campaign::TargetTally t =
        it == p.tally.targets.end() ? campaign::TargetTally() : it->second;
    targets[name] = {
        {"cases", t.cases},       {"unsupported", t.unsupported},
        {"statuses", t.statuses}, {"gaps", t.gaps},
        {"seconds", t.seconds},   {"mean_ms", mean},
        {"peak_mb", t.peak_mb},   {"cases_per_second", t.cases / std::max(1e-9, p.tally.seconds)}};
  }
  for (const auto& [name, m] : p.tally.mutators)
    mutators[name] = {{"applied", m.applied}, {"refused", m.refused}, {"invalid", m.invalid}};
  for (const auto& [name, count] : p.coverage) coverage[name] = count;
  for (const FindingLine& f : p.findings) findings.push_back(FindingJson(f));
  const auto cases = static_cast<double>(p.tally.cases);
  return {{"cases", p.tally.cases},
          {"legal", p.tally.cases},
          {"illegal", p.tally.illegal},
          {"illegal_study", p.tally.out_of_range},
          {"put_aside", p.tally.retried},
          {"seconds", p.seconds},
          {"cpu_seconds", p.tally.cpu_seconds},
          {"target_cpu_seconds", p.tally.target_cpu_seconds},
          {"target_cpu_share", p.tally.target_cpu_seconds / std::max(1e-9, p.tally.cpu_seconds)},
          {"cases_per_second", static_cast<double>(p.cases_now) / std::max(1e-9, p.seconds)},
          {"nodes_per_case", static_cast<double>(p.tally.nodes) / std::max(1.0, cases)},
          {"resumed_cases", p.resumed_cases},
          {"corpus_hash", Hex(p.tally.corpus_hash)},
          {"resident_mb", p.resident_mb},
          {"stage", flags.config.stage},
          {"method", flags.config.method},
          {"seed", flags.config.seed},
          {"jobs", flags.limits.jobs},
          {"store", store::WithoutPassword(flags.store)},
          {"campaign", flags.campaign},
          {"hits", p.tally.hits},
          {"targets", targets},
          {"mutators", mutators},
          {"coverage", coverage},
          {"notes", p.notes},
          {"findings", findings}};
}

void PrintSummary(const Flags& flags, const Progress& p) {
  const bool color = StdoutIsTerminal();
  for (const std::string& note : p.notes) std::cout << "  " << note << "\n";
  std::cout << ScreenText(StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed,
                                 ", ", flags.limits.jobs, " jobs"),
                          p, 160, color);
  if (p.findings.empty()) return;
  std::cout << "\n";
  Table table({"finding", "target", "kind", "count", "realism", "what"});
  for (const FindingLine& f : p.findings) {
    std::ostringstream realism;
    realism << std::fixed << std::setprecision(2) << f.realism;
    table.AddRow(
        {f.id, f.target, f.kind, StrCat(f.count), realism.str(), f.message.substr(0, 110)});
  }
  table.Print(std::cout, color);
  std::cout << "\nassay findings list --store " << store::WithoutPassword(flags.store)
            << " shows them again; assay findings "
            << "show ID tells more\n";
}

// The targets that `flags` mean for their stage.
Result<TargetChoice> StageTargets(const Flags& flags, std::vector<std::string>& notes) {
  ASSAY_ASSIGN(TargetChoice choice, ChooseTargets(flags.config.targets, flags.backend_dirs));
  if (!campaign::FindStage(flags.config.stage)->own_modes) return choice;
  return ChooseForStage(choice, flags.config.stage, flags.backend_dirs, notes);
}

// In the list of agents.
std::string FirstWords(const std::string& message) { return message.substr(0, 200); }

// The campaign to go on with, its settings taken from the store.
Result<int64_t> OpenCampaign(Flags& flags, store::Store& store) {
  if (!flags.resume) return store.AddCampaign(flags.config.Save());
  ASSAY_ASSIGN(const auto last, store.LastCampaign());
  if (!last.has_value())
    return Invalid(StrCat("--resume: ", flags.store, " holds no campaign; start one without it"));
  ASSAY_ASSIGN(flags.config, Config::Load(last->config));
  return last->id;
}

// Lane after lane, as long as the campaign lasts: neither a lane that was given away nor a database
// that is away for a while is the end.
Result<Progress> RunAsAgent(const Flags& flags, const std::vector<lab::Target>& targets,
                            store::Store& store, const campaign::Hooks& hooks) {
  for (int failed = 0; true;) {
    const std::string agent = NewAgent();
    const auto joined = JoinCampaign(store, flags.campaign, agent, flags.config, flags.limits);
    Result<Progress> progress = Error{};
    if (joined.ok()) {
      const store::Lane& lane = joined->member.lane;
      progress = campaign::RunCampaign(joined->config, joined->limits, targets, store,
                                       lane.campaign, hooks, &joined->member);
      const Status left =
          store.Leave(lane, agent, progress.ok() ? "done" : FirstWords(progress.error().message));
      if (progress.ok() && left.ok()) return progress;
      if (progress.ok()) progress = left.error();
    } else {
      progress = joined.error();
    }
    const bool given_away = progress.error().kind == ErrorKind::kRejected;
    failed = given_away ? 0 : failed + 1;
    if (interrupted || failed > kMostFailures || (!given_away && !store.lost())) return progress;
    std::cerr << progress.error().message << "; joining again" << std::endl;
    std::this_thread::sleep_for(std::chrono::seconds(given_away ? 0 : 1));
  }
}

int Run(Flags flags) {
  const Status filled = FillConfig(flags);
  if (!filled.ok()) return Fail(filled.error());
  auto store =
      flags.resume ? store::Store::OpenExisting(flags.store) : store::Store::Open(flags.store);
  if (!store.ok()) return Fail(store.error());
  flags.config.targets = flags.targets;
  if (!flags.resume) {
    // Names are checked before a campaign is written down.
    std::vector<std::string> unused;
    const auto named = StageTargets(flags, unused);
    if (!named.ok()) return Fail(named.error());
  }
  if (flags.resume && !flags.campaign.empty())
    return Fail(Invalid("--campaign goes on by itself with what the campaign has; leave --resume"));
  const auto id = flags.campaign.empty() ? OpenCampaign(flags, *store) : Result<int64_t>(0);
  if (!id.ok()) return Fail(id.error());
  std::vector<std::string> notes;
  const auto choice = StageTargets(flags, notes);
  if (!choice.ok()) return Fail(choice.error());
  if (choice->targets.empty())
    return Fail(Invalid("no target is ready; see assay targets, or run scripts/setup"));
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
  if (!flags.quiet)
    std::cerr << "starting " << choice->targets.size()
              << " targets, trying the seeds on them and asking what they support" << std::endl;
  Result<Progress> progress = Error{};
  {
    FuzzScreen screen(
        StrCat("assay fuzz: ", flags.config.method, ", seed ", flags.config.seed, ", ",
               flags.limits.jobs, " jobs, store ", store::WithoutPassword(flags.store)),
        !flags.quiet);
    campaign::Hooks hooks;
    hooks.stop = &interrupted;
    hooks.show = [&](const Progress& now) { screen.Show(now); };
    progress = flags.campaign.empty() ? campaign::RunCampaign(flags.config, flags.limits,
                                                              choice->targets, *store, *id, hooks)
                                      : RunAsAgent(flags, choice->targets, *store, hooks);
  }
  if (!progress.ok()) return Fail(progress.error());
  progress->notes.insert(progress->notes.begin(), notes.begin(), notes.end());
  if (flags.json)
    std::cout << SummaryJson(flags, *progress)
                     .dump(1, ' ', false, nlohmann::json::error_handler_t::replace)
              << "\n";
  else
    PrintSummary(flags, *progress);
  return progress->findings.empty() ? kDone : kFindings;
}

}  // namespace

std::function<int()> SetupFuzz(App& app) {
  const auto flags = std::make_shared<Flags>();
  std::vector<std::string> methods;
  for (const auto& method : campaign::AllMethods())
    methods.push_back(StrCat(method.name, ": ", method.meaning));
  app.AddOption("--time", flags->time, "how long: 90s, 2m, 1h, 1d (default: until Ctrl-C)");
  app.AddOption("--cases", flags->limits.cases, "end after so many cases");
  app.AddOption("--max-findings", flags->limits.findings, "end after so many confirmed findings");
  app.AddOption("--targets", flags->targets,
                "comma-separated targets (default: all that are ready)");
  app.AddOption("--seeds", flags->config.seeds,
                "models to mutate: zoo, zoo:NAME, tasks or task:NAME (for labelled data), a folder "
                "or file of your own, none; comma-separated");
  std::vector<std::string> stages;
  for (const auto& stage : campaign::AllStages())
    stages.push_back(StrCat(stage.name, ": ", stage.meaning));
  app.AddOption("--stage", flags->config.stage, Join(stages, "; "));
  app.AddOption("--method", flags->config.method, Join(methods, "; "));
  app.AddOption("--oracle", flags->config.oracle,
                "certified, dmad or study (default: the method's own)")
      .OneOf({"certified", "dmad", "study"});
  app.AddOption("--mutators", flags->mutators,
                "only these mutation operators, comma-separated (see assay mutate --list)");
  app.AddOption("--operators", flags->operators,
                "generated graphs begin with one of these ONNX operators, comma-separated");
  app.AddFlag("--unconstrained", flags->config.unconstrained,
              "mutation operators as in the literature, without what keeps mutants legal");
  app.AddOption("--resources", flags->config.resources,
                "look at one case in so many for wasted time and memory (default: none)");
  app.AddOption("--nodes", flags->config.nodes, "size of generated graphs (default: mixed)");
  app.AddOption("--keep", flags->limits.keep, "cases of one finding kept whole (default: 3)");
  app.AddOption("--jobs", flags->jobs, "cases run at the same time (default: cores)");
  app.AddOption("--seed", flags->config.seed, "the same seed gives the same campaign");
  app.AddOption("--store", flags->store,
                "SQLite file for everything (default: assay.db), or postgresql://user@host/name");
  app.AddOption("--campaign", flags->campaign,
                "join the campaign of this name, or begin it; processes on any machine that join "
                "the same one share its work, budgets and findings");
  app.AddFlag("--resume", flags->resume, "go on with the last campaign of the store");
  app.AddOption("--backend-dir", flags->backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--quiet", flags->quiet, "no progress lines when standard error is no terminal");
  app.AddFlag("--json", flags->json, "print one JSON object at the end");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli
