// assay llm import: answers to exported prompts. Good lines are kept whatever the others are.
#include <algorithm>

#include "base/files.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "llm/batch.h"

namespace assay::cli::llms {
namespace {

struct ImportFlags : LlmFlags {
  std::string file;
  bool json = false;
};

nlohmann::json ImportJson(const llm::ImportReport& report) {
  nlohmann::json out = {{"lines", report.lines},
                        {"imported", report.imported},
                        {"problems", nlohmann::json::array()},
                        {"missing", nlohmann::json::array()}};
  for (const llm::LineProblem& problem : report.problems)
    out["problems"].push_back(
        With(ASSAY_FIELDS(problem, line, kind, message), {{"custom_id", problem.key}}));
  for (const llm::Queued& prompt : report.missing) out["missing"].push_back(prompt.key);
  return out;
}

void PrintImport(const llm::ImportReport& report, const std::string& file) {
  for (const llm::LineProblem& problem : report.problems)
    std::cerr << file << ":" << problem.line << ": " << problem.kind << ": " << problem.message
              << (problem.key.empty() ? "" : " (" + problem.key + ")") << "\n";
  std::cout << report.imported << " of " << report.lines << " lines imported, "
            << report.problems.size() << " not, " << report.missing.size()
            << " prompts still wait\n";
}

Result<int> RunImport(const ImportFlags& flags) {
  ASSAY_ASSIGN(const auto config, LlmConfig(flags));
  ASSAY_ASSIGN(const auto text, ReadFile(flags.file));
  ASSAY_ASSIGN(const auto ledger, llm::Ledger::Open(config.db));
  ASSAY_ASSIGN(const auto report, llm::ImportBatch(text, config, *ledger));
  if (flags.json)
    PrintJson(ImportJson(report));
  else
    PrintImport(report, flags.file);
  // Answers that are there already are no mistake: a file may be imported again.
  const bool bad = std::ranges::any_of(
      report.problems, [](const llm::LineProblem& problem) { return problem.kind != "answered"; });
  return bad ? kBadInput : kDone;
}

}  // namespace

std::function<int()> SetupImport(App& app) {
  const auto flags = std::make_shared<ImportFlags>();
  app.AddOption("file", flags->file, "JSON lines with custom_id and the completion").Required();
  AddLlmDbFlag(app, *flags);
  app.AddFlag("--json", flags->json, "print a JSON object");
  return [flags] { return ExitCode(RunImport(*flags)); };
}

}  // namespace assay::cli::llms
