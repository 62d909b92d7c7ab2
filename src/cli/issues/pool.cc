// assay issues pool: the starter pool.
#include "knowledge/pool/pool.h"

#include "cli/issues/common_flags.h"
#include "cli/table.h"
#include "lab/registry.h"

namespace assay::cli::issues {
namespace {

struct PoolFlags {
  std::string folder, framework, kind, outcome;
  bool json = false;
};

bool Kept(const knowledge::PoolProgram& program, const PoolFlags& flags) {
  return (flags.framework.empty() || program.framework == flags.framework) &&
         (flags.kind.empty() || program.kind == flags.kind) &&
         (flags.outcome.empty() || program.outcome == flags.outcome);
}

Result<int> RunPool(const PoolFlags& flags) {
  const std::string folder = flags.folder.empty() ? lab::HomeFolder() + "/pool" : flags.folder;
  ASSAY_ASSIGN(const auto programs, knowledge::LoadPool(folder));
  nlohmann::json all = nlohmann::json::array();
  Table table({"program", "kind", "category", "report", "reported", "tested", "outcome", "shows"});
  for (const knowledge::PoolProgram& program : programs) {
    if (!Kept(program, flags)) continue;
    nlohmann::json entry = knowledge::ToJson(program);
    entry["file"] = StrCat(folder, "/", program.id, ".py");
    all.push_back(std::move(entry));
    const Tone tone = program.outcome == "fixed" ? Tone::kDim : Tone::kBad;
    table.AddRow({program.id, program.kind, program.category, program.issue, program.reported,
                  program.tested, program.outcome, program.shows},
                 {{6, tone}});
  }
  if (flags.json) return PrintJson(all);
  table.Print(std::cout, StdoutIsTerminal());
  std::cout << all.size() << " programs\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupPool(App& app) {
  const auto flags = std::make_shared<PoolFlags>();
  app.AddOption("--folder", flags->folder, "a pool of your own (default: the project's)");
  app.AddOption("--framework", flags->framework,
                "only of torch, tensorflow, jax, onnxruntime or openvino");
  app.AddOption("--kind", flags->kind, "only optimisation or general");
  app.AddOption("--outcome", flags->outcome, "only fixed, there or crash");
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunPool(*flags)); };
}

}  // namespace assay::cli::issues
