// assay llm export: the prompts that wait for answers, as JSON lines in the OpenAI batch form.
#include "base/files.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "llm/batch.h"

namespace assay::cli::llms {
namespace {

struct ExportFlags : LlmFlags {
  std::string out, pipeline;
  bool json = false;
};

Result<int> RunExport(const ExportFlags& flags) {
  ASSAY_ASSIGN(const auto config, LlmConfig(flags));
  ASSAY_ASSIGN(const auto ledger, llm::Ledger::Open(config.db));
  ASSAY_ASSIGN(const auto waiting, ledger->Waiting(flags.pipeline));
  const std::string lines = llm::BatchLines(waiting);
  if (flags.out == "-") {
    std::cout << lines;
    return kDone;
  }
  ASSAY_RETURN_IF_ERROR(WriteFile(flags.out, lines));
  if (flags.json) return PrintJson({{"prompts", waiting.size()}, {"out", flags.out}});
  std::cout << waiting.size() << " prompts written to " << flags.out << "\n";
  if (waiting.empty())
    std::cout << "none waits; a pipeline with --llm file collects them (" << config.db << ")\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupExport(App& app) {
  const auto flags = std::make_shared<ExportFlags>();
  app.AddOption("--out", flags->out, "file to write; - for standard output").Required();
  app.AddOption("--pipeline", flags->pipeline, "only prompts of this pipeline");
  AddLlmDbFlag(app, *flags);
  app.AddFlag("--json", flags->json, "print how many as a JSON object (where --out is a file)");
  return [flags] { return ExitCode(RunExport(*flags)); };
}

}  // namespace assay::cli::llms
