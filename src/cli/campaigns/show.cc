// assay campaigns show: what a shared campaign has come to.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/app.h"
#include "cli/campaigns/totals.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "store/store.h"

namespace assay::cli::campaigns {
namespace {

struct ShowFlags {
  std::string name;
  std::string store = "assay.db";
  bool json = false;
};

int RunShow(const ShowFlags& flags) {
  const auto store = store::Store::OpenForReading(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto totals = store->ShowTotals(flags.name);
  if (!totals.ok()) return Fail(totals.error());
  const auto agents = store->Agents(flags.name);
  if (!agents.ok()) return Fail(agents.error());
  if (flags.json)
    PrintJson(TotalsJson(flags.name, *totals, *agents));
  else
    PrintTotals(flags.name, *totals, *agents);
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
  return [flags] { return RunShow(*flags); };
}

}  // namespace assay::cli::campaigns
