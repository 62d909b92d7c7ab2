// assay llm doctor: which providers are ready. Asks no model anything and starts nothing.
#include "cli/command.h"
#include "cli/llm_options.h"
#include "cli/table.h"

namespace assay::cli::llms {
namespace {

struct DoctorFlags : LlmFlags {
  bool json = false;
};

nlohmann::json ProviderJson(const llm::ProviderDef& def, const llm::Readiness& state, bool chosen) {
  return With(ASSAY_FIELDS(state, ready, reason, fix, model, endpoint),
              {{"name", def.name}, {"help", def.help}, {"chosen", chosen}});
}

Result<int> RunDoctor(const DoctorFlags& flags) {
  ASSAY_ASSIGN(const auto config, LlmConfig(flags));
  Table table({"provider", "ready", "model", "detail", "how to fix it"});
  nlohmann::json out = {{"db", config.db}, {"config", config.path}};
  for (const llm::ProviderDef& def : llm::AllProviders()) {
    const llm::Readiness state = def.make(config, {})->Examine();
    const bool chosen = def.name == config.provider;
    out["providers"].push_back(ProviderJson(def, state, chosen));
    table.AddRow({std::string(def.name) + (chosen ? " (chosen)" : ""), state.ready ? "yes" : "no",
                  state.model, state.reason, state.fix},
                 {{1, state.ready ? Tone::kGood : Tone::kWarning}});
  }
  if (flags.json) return PrintJson(out);
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << "prompts and answers: " << config.db << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupDoctor(App& app) {
  const auto flags = std::make_shared<DoctorFlags>();
  AddLlmFlags(app, *flags);
  app.AddFlag("--json", flags->json, "print a JSON object");
  return [flags] { return ExitCode(RunDoctor(*flags)); };
}

}  // namespace assay::cli::llms
