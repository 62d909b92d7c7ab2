// assay campaigns show: what a shared campaign has come to.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/campaigns/action.h"
#include "cli/command.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "store/store.h"

namespace assay::cli::campaigns {
namespace {

struct Flags {
  std::string name;
  std::string store = "assay.db";
  bool json = false;
};

std::string StateOf(const store::AgentRow& agent) {
  if (!agent.ended.empty()) return agent.ended;
  if (agent.lane < 0) return "not heard of any more; its lane went back";
  return agent.idle > store::kLeaseSeconds ? "not heard of any more" : "at work";
}

void Print(const Flags& flags, const store::SharedTotals& totals,
           const std::vector<store::AgentRow>& agents) {
  std::cout << "campaign " << flags.name << ": " << totals.cases << " cases in " << totals.lanes
            << " lanes, " << totals.findings << " findings (" << totals.confirmed << " confirmed)\n"
            << (totals.duplicates + totals.missing + totals.stuck_leases == 0
                    ? std::string("it adds up: every case is counted once, no lease is stuck")
                    : StrCat("IT DOES NOT ADD UP: ", totals.duplicates, " counted twice, ",
                             totals.missing, " not counted, ", totals.stuck_leases,
                             " leases stuck"))
            << "\n\n";
  Table table({"agent", "machine", "joined", "lane", "state"});
  for (const store::AgentRow& agent : agents)
    table.AddRow({agent.id, agent.node, agent.joined, agent.lane < 0 ? "" : StrCat(agent.lane),
                  StateOf(agent)});
  table.Print(std::cout, StdoutIsTerminal());
}

int Run(const Flags& flags) {
  const auto store = store::Store::OpenForReading(flags.store);
  if (!store.ok()) return Fail(store.error());
  const auto totals = store->ShowTotals(flags.name);
  if (!totals.ok()) return Fail(totals.error());
  const auto agents = store->Agents(flags.name);
  if (!agents.ok()) return Fail(agents.error());
  if (!flags.json) {
    Print(flags, *totals, *agents);
    return kDone;
  }
  nlohmann::json list = nlohmann::json::array();
  for (const store::AgentRow& agent : *agents)
    list.push_back({{"id", agent.id},
                    {"node", agent.node},
                    {"joined", agent.joined},
                    {"lane", agent.lane},
                    {"idle_seconds", agent.idle},
                    {"state", StateOf(agent)}});
  const nlohmann::json out = {{"name", flags.name},
                              {"cases", totals->cases},
                              {"counted", totals->counted},
                              {"done", totals->done},
                              {"duplicates", totals->duplicates},
                              {"missing", totals->missing},
                              {"stuck_leases", totals->stuck_leases},
                              {"lanes", totals->lanes},
                              {"agents", totals->agents},
                              {"findings", totals->findings},
                              {"confirmed", totals->confirmed},
                              {"seconds_left", totals->seconds_left},
                              {"over", totals->over},
                              {"members", list}};
  std::cout << out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupShow(App& app) {
  const auto flags = std::make_shared<Flags>();
  app.AddOption("name", flags->name, "of the campaign, as given to `assay fuzz --campaign`")
      .Required();
  app.AddOption("--store", flags->store, "SQLite file or address of a PostgreSQL database")
      .ShowDefault();
  app.AddFlag("--json", flags->json, "print JSON");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::campaigns
