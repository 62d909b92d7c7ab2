#include "dossier/groups.h"

#include "dossier/facts.h"

namespace assay::dossier {
namespace {

std::string TextOf(const Facts& facts, const std::string& aspect, const char* key) {
  const auto fact = facts.find(aspect);
  if (fact == facts.end() || !fact->second.is_object()) return "";
  return fact->second.value(key, "");
}

}  // namespace

Result<std::vector<triage::Member>> Members(const store::Store& store) {
  ASSAY_ASSIGN(auto rows, store.Findings());
  std::vector<triage::Member> out;
  for (store::FindingRow& row : rows) {
    triage::Member member;
    ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
    if (reduction.has_value()) {
      member.nodes = reduction->nodes;
      member.reduced = true;
    } else {
      ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
      if (!sightings.empty()) member.nodes = sightings.front().nodes;
    }
    ASSAY_ASSIGN(const auto facts, FactsOf(store, row.id));
    // Of a program the statements count.
    if (const auto reduced = facts.find("reduced"); reduced != facts.end()) {
      member.nodes = reduced->second.value("statements", 0);
      member.reduced = true;
    }
    member.canonical = TextOf(facts, "reduction", "canonical");
    const std::string plainest = TextOf(facts, "form", "canonical");
    member.form = triage::FormOf(plainest.empty() ? member.canonical : plainest);
    member.row = std::move(row);
    out.push_back(std::move(member));
  }
  return out;
}

Status KeepGroups(store::Store& store) {
  ASSAY_ASSIGN(auto members, Members(store));
  for (const triage::Group& group : triage::GroupFindings(std::move(members)))
    for (const triage::Member& member : group.members)
      if (member.row.grouping != group.key)
        ASSAY_RETURN_IF_ERROR(store.SetGrouping(member.row.id, group.key));
  return {};
}

}  // namespace assay::dossier
