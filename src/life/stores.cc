#include "life/stores.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace assay::life {
namespace {

using store::FindingRow;
using store::Store;

std::string BugOf(const FindingRow& row) { return row.grouping.empty() ? row.id : row.grouping; }

struct Known {
  std::set<std::string> ids, bugs;
  bool Has(const std::vector<const FindingRow*>& bug) const {
    return std::any_of(bug.begin(), bug.end(), [&](const FindingRow* row) {
      return ids.contains(row->id) || bugs.contains(BugOf(*row));
    });
  }
};

Known KnownIn(const std::vector<FindingRow>& rows) {
  Known out;
  for (const FindingRow& row : rows) {
    out.ids.insert(row.id);
    out.bugs.insert(BugOf(row));
  }
  return out;
}

// The findings of each bug, bugs in the order of their most realistic finding.
std::vector<std::vector<const FindingRow*>> Bugs(const std::vector<FindingRow>& rows) {
  std::vector<std::vector<const FindingRow*>> out;
  std::map<std::string, size_t> places;
  for (const FindingRow& row : rows) {
    const auto [place, is_new] = places.try_emplace(BugOf(row), out.size());
    if (is_new) out.emplace_back();
    out[place->second].push_back(&row);
  }
  return out;
}

// How far a finding has come; later ones know more.
int Progress(const std::string& state) {
  constexpr std::array kOrder = {"new",     "confirmed", "grouped", "reduced",
                                 "located", "reported",  "fixed",   "regressed"};
  const auto at = std::find(kOrder.begin(), kOrder.end(), state);
  return at == kOrder.end() ? 0 : static_cast<int>(at - kOrder.begin());
}

// The finding and its cases, each with the machine that saw it.
Status AddCases(const Store& from, const FindingRow& row, int64_t campaign, Store& to) {
  ASSAY_ASSIGN(const auto sightings, from.Sightings(row.id));
  store::CampaignStep step;
  step.campaign = campaign;
  step.findings = {row};
  step.machine = sightings.empty() ? Machine() : sightings[0].machine;
  ASSAY_RETURN_IF_ERROR(to.Commit(step));
  step.findings.clear();
  for (const store::SightingRow& sighting : sightings) {
    step.sightings = {sighting};
    step.machine = sighting.machine;
    ASSAY_RETURN_IF_ERROR(to.Commit(step));
  }
  ASSAY_ASSIGN(const auto machines, from.SeenOn(row.id));
  for (const store::SeenOnRow& seen : machines)
    ASSAY_RETURN_IF_ERROR(to.AddSeenOn(row.id, seen.machine));
  return {};
}

// What was learnt of it.
Status AddKnowledge(const Store& from, const FindingRow& row, Store& to) {
  ASSAY_ASSIGN(const auto reduction, from.Reduction(row.id));
  if (reduction.has_value()) ASSAY_RETURN_IF_ERROR(to.KeepReduction(*reduction));
  ASSAY_ASSIGN(const auto facts, from.Facts(row.id));
  for (const store::FactRow& fact : facts)
    ASSAY_RETURN_IF_ERROR(to.SetFact(row.id, fact.aspect, fact.json));
  ASSAY_RETURN_IF_ERROR(to.SetState(row.id, row.state));
  return row.grouping.empty() ? Status() : to.SetGrouping(row.id, row.grouping);
}

}  // namespace

Result<StoreDiff> CompareStores(const Store& before, const Store& after) {
  ASSAY_ASSIGN(const auto old_rows, before.Findings());
  ASSAY_ASSIGN(const auto new_rows, after.Findings());
  const Known known_before = KnownIn(old_rows), known_after = KnownIn(new_rows);
  StoreDiff out;
  for (const auto& bug : Bugs(new_rows))
    (known_before.Has(bug) ? out.same : out.only_new).push_back(*bug.front());
  for (const auto& bug : Bugs(old_rows))
    if (!known_after.Has(bug)) out.gone.push_back(*bug.front());
  return out;
}

Result<Merged> AddStore(const Store& from, const std::string& name, Store& to) {
  ASSAY_ASSIGN(const auto rows, from.Findings());
  Merged out;
  ASSAY_ASSIGN(const int64_t campaign,
               to.AddCampaign(nlohmann::json{{"pipeline", "merge"}, {"store", name}}.dump()));
  for (const FindingRow& row : rows) {
    ASSAY_ASSIGN(const auto there, to.TryFinding(row.id));
    out.shared += there.has_value() ? 1 : 0;
    ASSAY_RETURN_IF_ERROR(AddCases(from, row, campaign, to));
    if (!there.has_value() || Progress(row.state) > Progress(there->state))
      ASSAY_RETURN_IF_ERROR(AddKnowledge(from, row, to));
    ASSAY_ASSIGN(const auto history, from.History(row.id));
    for (const store::HistoryRow& event : history) ASSAY_RETURN_IF_ERROR(to.AddHistory(event));
  }
  ASSAY_ASSIGN(const auto all, to.Findings());
  out.findings = static_cast<int64_t>(all.size());
  return out;
}

}  // namespace assay::life
