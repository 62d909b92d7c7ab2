#include "cli/fuzz_flags.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/strings.h"
#include "campaign/stage.h"
#include "cli/app.h"
#include "cli/duration.h"
#include "lab/choose_targets.h"
#include "mutate/mutator.h"
#include "ops/schema.h"
#include "store/address.h"

namespace assay::cli {

void AddFuzzFlags(App& app, FuzzFlags& flags) {
  std::vector<std::string> methods;
  for (const auto& method : campaign::AllMethods())
    methods.push_back(StrCat(method.name, ": ", method.meaning));
  app.AddOption("--time", flags.time, "how long: 90s, 2m, 1h, 1d (default: until Ctrl-C)");
  app.AddOption("--cases", flags.limits.cases, "stop after this many cases");
  app.AddOption("--max-findings", flags.limits.findings, "stop after this many confirmed findings");
  app.AddOption("--targets", flags.targets,
                "comma-separated targets (default: all that are ready)");
  app.AddOption("--share", flags.shares,
                "share of the time for one target, such as torch:compile=50%; repeatable");
  app.AddOption("--triage", flags.triage,
                "share of the time for confirming, reducing and grouping what is found, in percent "
                "(default: 10%); 0: leave that to assay findings triage");
  app.AddOption("--pack", flags.config.pack,
                "largest batch of cases for a compiler; 1: one by one (default: its manifest's)")
      .Between(0, 1000);
  app.AddOption("--seeds", flags.config.seeds,
                "models to mutate: zoo, zoo:NAME, tasks or task:NAME (for labelled data), a folder "
                "or file of your own, none; comma-separated");
  std::vector<std::string> stages;
  for (const auto& stage : campaign::AllStages())
    stages.push_back(StrCat(stage.name, ": ", stage.meaning));
  app.AddOption("--stage", flags.config.stage, Join(stages, "; "));
  app.AddOption("--method", flags.config.method, Join(methods, "; "));
  app.AddOption("--oracle", flags.config.oracle,
                "certified, dmad or study (default: the method's own)")
      .OneOf({"certified", "dmad", "study"});
  app.AddOption("--mutators", flags.mutators,
                "only these mutation operators, comma-separated (see assay mutate --list)");
  app.AddOption("--operators", flags.operators,
                "generated graphs begin with one of these ONNX operators, comma-separated");
  app.AddFlag("--unconstrained", flags.config.unconstrained,
              "mutation operators as in the literature, without what keeps mutants legal");
  app.AddFlag("--literal", flags.config.literal,
              "the method as the literature has it: its own constraints only, its own thresholds");
  app.AddOption("--resources", flags.config.resources,
                "check every Nth case for wasted time and memory (default: none)");
  app.AddOption("--nodes", flags.nodes,
                "size of generated graphs (default: mixed); with --engine, how many machines");
  app.AddOption("--graph-nodes", flags.graph_nodes, "size of generated graphs, also with --engine");
  app.AddOption("--keep", flags.limits.keep, "complete cases kept for each finding (default: 3)");
  app.AddOption("--jobs", flags.jobs, "cases run at the same time (default: cores)");
  app.AddOption("--seed", flags.config.seed, "the same seed gives the same campaign");
  app.AddOption("--store", flags.store,
                "SQLite file for everything (default: assay.db), or postgresql://user@host/name");
  app.AddOption("--campaign", flags.campaign,
                "join the campaign of this name, or start it; processes on any machine that join "
                "the same one share its work, budgets and findings");
  app.AddOption("--engine", flags.engine,
                "ray: agents on several machines, placed by a Ray cluster (see "
                "docs/guide/many-machines.md)")
      .OneOf({"ray"});
  app.AddOption("--address", flags.address,
                "of the Ray cluster: HOST:PORT, or auto for the one that runs here")
      .ShowDefault();
  app.AddOption("--cpus", flags.cpus, "with --engine: cores of each machine (default: all)");
  app.AddOption("--gpus", flags.gpus, "with --engine: GPUs of each machine (default: none)");
  app.AddFlag("--resume", flags.resume, "continue the last campaign of the store");
  app.AddOption("--backend-dir", flags.backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--quiet", flags.quiet, "no progress lines when standard error is not a terminal");
  app.AddFlag("--json", flags.json, "print one JSON object at the end");
}

namespace {

// "50%" or "50": 0.5. Nothing when it is no percentage from 0 to 100.
std::optional<double> ParsePercent(std::string number) {
  if (number.ends_with('%')) number.pop_back();
  char* end = nullptr;
  const double percent = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !(percent >= 0 && percent <= 100)) return std::nullopt;
  return percent / 100;
}

// "torch:compile=50%": the name and the part, 0.5.
Result<std::pair<std::string, double>> ParseShare(const std::string& text) {
  const size_t at = text.rfind('=');
  const auto part = ParsePercent(at == std::string::npos ? "" : text.substr(at + 1));
  if (at == 0 || part.value_or(0) <= 0)
    return Invalid(
        StrCat("--share ", text,
               ": write TARGET=PERCENT, as in torch:compile=50%, above 0 and up to 100"));
  return std::pair(text.substr(0, at), *part);
}

Status FillShares(FuzzFlags& flags) {
  double sum = 0;
  for (const std::string& text : flags.shares) {
    ASSAY_ASSIGN(const auto share, ParseShare(text));
    if (!flags.config.shares.insert(share).second)
      return Invalid(StrCat("--share: ", share.first, " has two"));
    sum += share.second;
  }
  // Some slack for thirds.
  if (sum > 1.005) return Invalid(StrCat("--share: together ", 100 * sum, " % of the time"));
  return {};
}

}  // namespace

Status CheckShares(const campaign::Config& config, const std::vector<lab::Target>& targets) {
  for (const auto& [name, share] : config.shares) {
    const auto has_name = [&name = name](const lab::Target& target) { return target.name == name; };
    if (std::none_of(targets.begin(), targets.end(), has_name)) {
      std::vector<std::string> names;
      for (const lab::Target& target : targets) names.push_back(target.name);
      return Invalid(StrCat("--share ", name, ": not a target of this campaign; they are ",
                            Join(names, ", ")));
    }
  }
  return {};
}

Status FillConfig(FuzzFlags& flags) {
  ASSAY_RETURN_IF_ERROR(FillShares(flags));
  const auto triage = ParsePercent(flags.triage);
  if (!triage.has_value())
    return Invalid(
        StrCat("--triage ", flags.triage, ": write a percentage from 0 to 100, as in 10%"));
  flags.triage_share = *triage;
  flags.config.nodes = flags.graph_nodes;
  if (flags.engine.empty() && flags.nodes > 0) flags.config.nodes = flags.nodes;
  if (!flags.time.empty()) {
    ASSAY_ASSIGN(flags.limits.seconds, ParseDuration(flags.time));
  }
  ASSAY_RETURN_IF_ERROR(store::CheckPlainWord("--campaign", flags.campaign));
  if (flags.config.resources < 0)
    return Invalid(StrCat("--resources ", flags.config.resources,
                          ": one case in how many? 1 looks at all, 20 costs little, 0 is off"));
  flags.limits.jobs = flags.jobs > 0 ? flags.jobs : lab::DefaultJobs();
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

}  // namespace assay::cli
