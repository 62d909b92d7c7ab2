#include "life/known.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dossier/groups.h"
#include "lab/home.h"
#include "triage/machines.h"

namespace assay::life {

Result<std::vector<triage::KnownBug>> ShippedKnownBugs() {
  return triage::LoadKnownBugs(lab::HomeFolder() + "/bugs/known");
}

Result<ByBug> MatchKnown(store::Store& store, const std::vector<triage::KnownBug>& bugs) {
  ByBug out;
  ASSAY_ASSIGN(const auto members, dossier::Members(store));
  for (const triage::Member& member : members) {
    ASSAY_ASSIGN(const auto seen_on, store.SeenOn(member.row.id));
    const std::vector<std::string> machines = triage::ArchitecturesOf(seen_on);
    const auto bug = std::ranges::find_if(bugs, [&](const triage::KnownBug& known) {
      return triage::Matches(known, member.row, member.canonical, machines);
    });
    if (bug == bugs.end()) continue;
    const nlohmann::json fact = {
        {"id", bug->id}, {"title", bug->title}, {"link", bug->link}, {"versions", bug->versions}};
    ASSAY_RETURN_IF_ERROR(store.SetFact(member.row.id, "known", fact.dump()));
    out[bug->id].push_back(member.row.id);
  }
  return out;
}

}  // namespace assay::life
