#include "cli/campaigns/totals.h"

#include <iostream>

#include "base/json.h"
#include "base/strings.h"
#include "cli/table.h"
#include "cli/terminal.h"

namespace assay::cli::campaigns {
namespace {

std::string StateOf(const store::AgentRow& agent) {
  if (!agent.ended.empty()) return agent.ended;
  if (agent.lane < 0) return "not heard of any more; its lane went back";
  return agent.idle > store::kLeaseSeconds ? "not heard of any more" : "at work";
}

}  // namespace

void PrintTotals(const std::string& name, const store::SharedTotals& totals,
                 const std::vector<store::AgentRow>& agents) {
  std::cout << "campaign " << name << ": " << totals.cases << " cases in " << totals.lanes
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

nlohmann::json TotalsJson(const std::string& name, const store::SharedTotals& totals,
                          const std::vector<store::AgentRow>& agents) {
  nlohmann::json list = nlohmann::json::array();
  for (const store::AgentRow& agent : agents)
    list.push_back(With(ASSAY_FIELDS(agent, id, node, joined, lane),
                        {{"idle_seconds", agent.idle}, {"state", StateOf(agent)}}));
  return With(ASSAY_FIELDS(totals, cases, counted, done, duplicates, missing, stuck_leases, lanes,
                           agents, findings, confirmed, seconds_left, over),
              {{"name", name}, {"members", list}});
}

}  // namespace assay::cli::campaigns
