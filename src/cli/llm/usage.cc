// assay llm usage: what was asked and what it cost.
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/llm_options.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::llms {
namespace {

using llm::Usage;

struct UsageFlags : LlmFlags {
  bool json = false;
};

nlohmann::json Figures(const Usage& row) {
  return {{"answers", row.answers},
          {"cached", row.cached},
          {"failed", row.failed},
          {"retries", row.retries},
          {"repairs", row.repairs},
          {"prompt_tokens", row.prompt_tokens},
          {"completion_tokens", row.completion_tokens},
          {"cost", row.cost},
          {"unpriced", row.unpriced},
          {"seconds", row.seconds}};
}

void Add(const Usage& row, Usage& sum) {
  sum.answers += row.answers;
  sum.cached += row.cached;
  sum.failed += row.failed;
  sum.retries += row.retries;
  sum.repairs += row.repairs;
  sum.unpriced += row.unpriced;
  sum.prompt_tokens += row.prompt_tokens;
  sum.completion_tokens += row.completion_tokens;
  sum.cost += row.cost;
  sum.seconds += row.seconds;
}

std::string CostText(const Usage& row) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(4) << row.cost;
  if (row.unpriced > 0) out << " + " << row.unpriced << " without a price";
  return out.str();
}

void PrintTable(const std::vector<Usage>& rows) {
  Table table({"pipeline", "provider", "model", "answers", "cached", "failed", "retries", "repairs",
               "tokens in", "tokens out", "cost"});
  for (const Usage& row : rows)
    table.AddRow({row.pipeline, row.provider, row.model, StrCat(row.answers), StrCat(row.cached),
                  StrCat(row.failed), StrCat(row.retries), StrCat(row.repairs),
                  StrCat(row.prompt_tokens), StrCat(row.completion_tokens), CostText(row)});
  table.Print(std::cout, StdoutIsTerminal());
}

int RunUsage(const UsageFlags& flags) {
  const auto config = LlmConfig(flags);
  if (!config.ok()) return Fail(config.error());
  const auto ledger = llm::Ledger::Open(config->db);
  if (!ledger.ok()) return Fail(ledger.error());
  const auto rows = (*ledger)->AllUsage();
  if (!rows.ok()) return Fail(rows.error());
  const auto waiting = (*ledger)->Waiting("");
  if (!waiting.ok()) return Fail(waiting.error());
  Usage sum;
  nlohmann::json list = nlohmann::json::array();
  for (const Usage& row : *rows) {
    Add(row, sum);
    list.push_back(Figures(row));
    list.back()["pipeline"] = row.pipeline;
    list.back()["provider"] = row.provider;
    list.back()["model"] = row.model;
  }
  if (flags.json) {
    const nlohmann::json out = {{"db", config->db},
                                {"pipelines", list},
                                {"total", Figures(sum)},
                                {"waiting", waiting->size()}};
    PrintJson(out);
    return kDone;
  }
  PrintTable(*rows);
  std::cout << sum.answers << " answers, " << sum.cached << " from the ledger, cost "
            << CostText(sum) << "; " << waiting->size() << " prompts wait (" << config->db << ")\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupUsage(App& app) {
  const auto flags = std::make_shared<UsageFlags>();
  AddLlmDbFlag(app, *flags);
  app.AddFlag("--json", flags->json, "print a JSON object");
  return [flags] { return RunUsage(*flags); };
}

}  // namespace assay::cli::llms
