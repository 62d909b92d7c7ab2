// assay llm usage: what was asked and what it cost.
#include <iomanip>
#include <sstream>

#include "cli/command.h"
#include "cli/llm_options.h"
#include "cli/table.h"

namespace assay::cli::llms {
namespace {

using llm::Usage;

struct UsageFlags : LlmFlags {
  bool json = false;
};

nlohmann::json Figures(const Usage& row) {
  return ASSAY_FIELDS(row, answers, cached, failed, retries, repairs, prompt_tokens,
                      completion_tokens, cost, unpriced, estimated, seconds);
}

void Add(const Usage& row, Usage& sum) {
  for (const auto count :
       {&Usage::answers, &Usage::cached, &Usage::failed, &Usage::retries, &Usage::repairs,
        &Usage::unpriced, &Usage::estimated, &Usage::prompt_tokens, &Usage::completion_tokens})
    sum.*count += row.*count;
  sum.cost += row.cost;
  sum.seconds += row.seconds;
}

std::string CostText(const Usage& row) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(4) << row.cost;
  if (row.unpriced > 0) out << " + " << row.unpriced << " without a price";
  return out.str();
}

// About as many, where nobody has counted all of them.
std::string TokenText(const Usage& row, int64_t tokens) {
  return StrCat(row.estimated > 0 ? "~" : "", tokens);
}

void PrintTable(const std::vector<Usage>& rows) {
  Table table({"pipeline", "provider", "model", "answers", "cached", "failed", "retries", "repairs",
               "tokens in", "tokens out", "cost"});
  for (const Usage& row : rows)
    table.AddRow({row.pipeline, row.provider, row.model, StrCat(row.answers), StrCat(row.cached),
                  StrCat(row.failed), StrCat(row.retries), StrCat(row.repairs),
                  TokenText(row, row.prompt_tokens), TokenText(row, row.completion_tokens),
                  CostText(row)});
  table.Print(std::cout, StdoutIsTerminal());
}

Result<int> RunUsage(const UsageFlags& flags) {
  ASSAY_ASSIGN(const auto config, LlmConfig(flags));
  ASSAY_ASSIGN(const auto ledger, llm::Ledger::Open(config.db));
  ASSAY_ASSIGN(const auto rows, ledger->AllUsage());
  ASSAY_ASSIGN(const auto waiting, ledger->Waiting(""));
  Usage sum;
  nlohmann::json list = nlohmann::json::array();
  for (const Usage& row : rows) {
    Add(row, sum);
    list.push_back(Figures(row));
    list.back()["pipeline"] = row.pipeline;
    list.back()["provider"] = row.provider;
    list.back()["model"] = row.model;
  }
  if (flags.json) {
    const nlohmann::json out = {{"db", config.db},
                                {"pipelines", list},
                                {"total", Figures(sum)},
                                {"waiting", waiting.size()}};
    return PrintJson(out);
  }
  PrintTable(rows);
  std::cout << sum.answers << " answers, " << sum.cached << " from the ledger, cost "
            << CostText(sum) << "; " << waiting.size() << " prompts wait (" << config.db << ")\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupUsage(App& app) {
  const auto flags = std::make_shared<UsageFlags>();
  AddLlmDbFlag(app, *flags);
  app.AddFlag("--json", flags->json, "print a JSON object");
  return [flags] { return ExitCode(RunUsage(*flags)); };
}

}  // namespace assay::cli::llms
