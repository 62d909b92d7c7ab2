#include "cli/optbug/model_run.h"

#include <chrono>
#include <iostream>
#include <set>

#include "base/strings.h"
#include "casebook/records.h"
#include "cli/app.h"
#include "cli/optbug/documentation.h"
#include "cli/terminal.h"
#include "lab/registry.h"

namespace assay::cli::optbug {
namespace {

using assay::optbug::Concentration;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

Result<Concentration> KnownBugs(const ModelRunFlags& flags, Progress& progress) {
  assay::optbug::ConcentrateOptions options;
  options.sources.pool = lab::HomeFolder() + "/pool";
  options.sources.imported = flags.imported;
  options.framework = flags.framework;
  options.unsafe = flags.unsafe;
  options.tell = [&](const std::string& what) { progress.Show("optbug: " + what); };
  return assay::optbug::Concentrate(options);
}

std::vector<std::string> FrameworksOf(const Concentration& known) {
  std::set<std::string> out;
  for (const auto& snippet : known.snippets) out.insert(snippet.framework);
  return {out.begin(), out.end()};
}

// One campaign with the summary as its tally.
Status Keep(const json& summary, store::Store& store) {
  json config = {{"pipeline", "optbug"}};
  for (const char* key : {"provider", "model", "approach", "seed"}) config[key] = summary[key];
  store::CampaignStep step;
  ASSAY_ASSIGN(step.campaign, store.AddCampaign(casebook::DumpJson(config)));
  step.tally = casebook::DumpJson(summary);
  return store.Commit(step);
}

}  // namespace

void AddModelRunFlags(App& app, ModelRunFlags& flags) {
  AddLlmFlags(app, flags.llm);
  app.AddOption("--without", flags.without,
                "leave a part out of the prompts: structure, description or rules");
  app.AddFlag("--baseline", flags.baseline,
              "ask as FuzzGPT-FS does: four random examples with API and title");
}

Result<assay::optbug::Approach> ApproachOf(const ModelRunFlags& flags) {
  if (flags.baseline && !flags.without.empty())
    return Invalid("--baseline has no parts: leave --without out");
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none" && (flags.baseline || !flags.without.empty()))
    return Invalid("--baseline and --without change what a model is asked: choose one by --llm");
  return flags.baseline ? assay::optbug::FindApproach("fuzzgpt-fs")
                        : assay::optbug::ApproachWithout(flags.without);
}

Result<json> RunModel(const ModelRunFlags& flags, store::Store& store,
                      const assay::optbug::IsRelevant& relevant,
                      const std::function<bool()>& should_stop) {
  ASSAY_ASSIGN(const assay::optbug::Approach approach, ApproachOf(flags));
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return json();
  const auto start = Clock::now();
  Progress progress;
  ASSAY_ASSIGN(const Concentration known, KnownBugs(flags, progress));
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  client->StopWhen(should_stop);
  assay::optbug::ProposeOptions options{
      .approach = approach,
      .framework = flags.framework,
      .count = flags.budget,
      .seed = flags.seed,
      .documentation = OptimiserDocumentation(FrameworksOf(known)),
      .prices = config.prices,
      .progress = [&](size_t done, size_t all) {
        progress.Show(StrCat("optbug: ", done, " of ", all, " answers"));
      }};
  ASSAY_ASSIGN(const auto proposals, assay::optbug::ProposeByModel(known, options, *client));
  ASSAY_ASSIGN(const auto trials,
               assay::optbug::RunProposals(
                   proposals.all, {.relevant = relevant,
                                   .unsafe = flags.unsafe,
                                   .should_stop = should_stop,
                                   .progress = [&](size_t done, size_t all) {
                                     progress.Show(StrCat("optbug: ", done, " of ", all, " run"));
                                   }}));
  progress.Clear();
  json out = assay::optbug::SummaryOf(trials);
  out["provider"] = client->provider_name();
  out["model"] = client->model();
  out["approach"] = approach.name;
  out["seed"] = flags.seed;
  out["pending"] = proposals.spent.pending;
  if (config.provider == "local") out["context"] = config.local.context;
  out["seconds"] = std::chrono::duration<double>(Clock::now() - start).count();
  out["stopped"] = proposals.spent.stopped;
  if (proposals.spent.pending > 0)
    std::cerr << llm::PendingText(proposals.spent.pending) << "\n";
  else if (proposals.spent.stopped > 0)  // half of the answers are no run to measure
    std::cerr << llm::StoppedText(proposals.spent.answered, proposals.spent.questions) << "\n";
  else
    ASSAY_RETURN_IF_ERROR(Keep(out, store));
  return out;
}

void PrintModelRun(const json& summary) {
  const auto number = [&](const char* key) { return summary[key].get<size_t>(); };
  std::cout << summary["provider"].get<std::string>() << " (" << summary["model"].get<std::string>()
            << "), " << summary["approach"].get<std::string>() << ": " << number("programs")
            << " outputs, " << number("valid") << " valid, " << number("relevant") << " relevant, "
            << summary["suspected"].size() << " suspected\n";
  for (const json& one : summary["suspected"])
    std::cout << "\n"
              << one["status"].get<std::string>() << " " << one["exception"].get<std::string>()
              << ": " << one["message"].get<std::string>() << "\n"
              << one["program"].get<std::string>() << "\n";
}

}  // namespace assay::cli::optbug
