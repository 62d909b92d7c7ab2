// assay campaigns show: what a shared campaign has come to.
#include "cli/campaigns/totals.h"
#include "cli/command.h"
#include "store/store.h"

namespace assay::cli::campaigns {
namespace {

struct ShowFlags {
  std::string name;
  std::string store = "assay.db";
  bool json = false;
};

Result<int> RunShow(const ShowFlags& flags) {
  ASSAY_ASSIGN(const auto store, store::Store::OpenForReading(flags.store));
  ASSAY_ASSIGN(const auto totals, store.ShowTotals(flags.name));
  ASSAY_ASSIGN(const auto agents, store.Agents(flags.name));
  if (flags.json) return PrintJson(TotalsJson(flags.name, totals, agents));
  PrintTotals(flags.name, totals, agents);
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<ShowFlags>();
  app.AddOption("name", flags->name, "of the campaign, as given to `assay fuzz --campaign`")
      .Required();
  app.AddOption("--store", flags->store, "SQLite file or address of a PostgreSQL database")
      .ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return ExitCode(RunShow(*flags)); };
}

}  // namespace assay::cli::campaigns
