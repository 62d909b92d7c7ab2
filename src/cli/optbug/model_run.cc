#include "cli/optbug/model_run.h"

#include <iostream>

#include "cli/app.h"
#include "cli/terminal.h"

namespace assay::cli::optbug {

using nlohmann::json;

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

Result<json> RunModel(const ModelRunFlags& flags) {
  ASSAY_ASSIGN(const assay::optbug::Approach approach, ApproachOf(flags));
  ASSAY_ASSIGN(const llm::Config config, LlmConfig(flags.llm));
  if (config.provider == "none") return json();
  ASSAY_ASSIGN(const auto client, OpenLlm(config));
  client->StopWhen(flags.run.should_stop);
  assay::optbug::ModelRunOptions options = flags.run;
  options.prices = config.prices;
  options.warn = [](const std::string& problem) { std::cerr << "assay: " << problem << "\n"; };
  Progress progress;
  ASSAY_ASSIGN(const assay::optbug::ModelRun run,
               assay::optbug::RunModel(approach, options, *client, progress));
  progress.Clear();
  if (run.usage.pending > 0)
    std::cerr << llm::PendingText(run.usage.pending, config.db) << "\n";
  else if (run.usage.stopped > 0)
    std::cerr << llm::StoppedText(run.usage.answered, run.usage.questions) << "\n";
  return run.summary;
}

void PrintModelRun(const json& summary) {
  const auto number = [&](const char* key) { return summary[key].get<size_t>(); };
  std::cout << summary["provider"].get<std::string>() << " (" << summary["model"].get<std::string>()
            << "), " << summary["approach"].get<std::string>() << ": " << number("programs")
            << " outputs, " << number("valid") << " valid, " << number("relevant") << " relevant, "
            << summary["suspected"].size() << " suspected\n";
  for (const json& one : summary["findings"])
    std::cout << "\n"
              << one["id"].get<std::string>() << "  " << one["title"].get<std::string>()
              << "\n        " << one["message"].get<std::string>() << "\n"
              << one["program"].get<std::string>() << "\n";
  if (!summary["findings"].empty())
    std::cout << "look at each, then: assay findings label ID true|false\n";
}

}  // namespace assay::cli::optbug
