// assay campaigns list: the shared campaigns of a store.
#include "cli/command.h"
#include "cli/table.h"
#include "store/store.h"

namespace assay::cli::campaigns {
namespace {

struct ListFlags {
  std::string store = "assay.db";
  bool json = false;
};

Result<int> RunList(const ListFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::Store::OpenForReading(flags.store));
  ASSAY_ASSIGN(const auto rows, store.SharedCampaigns());
  nlohmann::json list = nlohmann::json::array();
  Table table({"campaign", "started", "agents", "lanes", "cases", "findings", "state"});
  for (const store::SharedRow& row : rows) {
    ASSAY_ASSIGN(const auto totals, store.ShowTotals(row.name));
    const char* state = totals.agents > 0 ? "running" : totals.over ? "over" : "nobody at work";
    list.push_back(With(ASSAY_FIELDS(totals, agents, lanes, cases, findings),
                        {{"name", row.name}, {"started", row.started}, {"state", state}}));
    table.AddRow({row.name, row.started, StrCat(totals.agents), StrCat(totals.lanes),
                  StrCat(totals.cases), StrCat(totals.findings), state});
  }
  if (flags.json) return PrintJson({{"campaigns", list}});
  if (rows.empty())
    std::cout << "no shared campaign yet; `assay fuzz --campaign NAME` begins one\n";
  else
    table.Print(std::cout, StdoutIsTerminal());
  return kDone;
}

}  // namespace

std::function<int()> SetupList(App& app) {
  const auto flags = std::make_shared<ListFlags>();
  app.AddOption("--store", flags->store, "SQLite file or address of a PostgreSQL database")
      .ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunList(*flags)); };
}

}  // namespace assay::cli::campaigns
