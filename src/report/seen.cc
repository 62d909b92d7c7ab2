#include "report/seen.h"

#include <set>
#include <utility>

#include "base/strings.h"

namespace assay::report {
namespace {

// How a case was made is the case: recipes hold all seeds. One without is told by its number.
std::pair<std::string, int64_t> CaseOf(const store::SightingRow& seen) {
  return {seen.recipe, seen.recipe.empty() ? seen.case_index : 0};
}

}  // namespace

std::vector<const store::SightingRow*> DistinctCases(
    const std::vector<store::SightingRow>& sightings) {
  std::set<std::pair<std::string, int64_t>> known;
  std::vector<const store::SightingRow*> out;
  for (const store::SightingRow& seen : sightings)
    if (known.insert(CaseOf(seen)).second) out.push_back(&seen);
  return out;
}

Seen SeenOf(const store::FindingRow& row, const std::vector<store::SightingRow>& sightings) {
  Seen out;
  std::set<int64_t> campaigns;
  for (const store::SightingRow& seen : sightings)
    if (seen.campaign != 0) campaigns.insert(seen.campaign);
  out.cases = static_cast<int64_t>(DistinctCases(sightings).size());
  out.campaigns = static_cast<int64_t>(campaigns.size());
  out.all = static_cast<int64_t>(sightings.size()) >= row.count;
  return out;
}

std::string SeenText(const store::FindingRow& row,
                     const std::vector<store::SightingRow>& sightings) {
  const Seen seen = SeenOf(row, sightings);
  const std::string often = row.count == 1 ? "once" : StrCat(row.count, " times");
  std::string out = often;
  if (seen.cases > 0 && row.count > 1) {
    const std::string cases =
        seen.cases == 1 ? "in one case" : StrCat("in ", seen.cases, " different cases");
    out = seen.all ? cases : StrCat(often, ", ", cases, " at least");
  }
  return seen.campaigns > 1 ? StrCat(out, ", in ", seen.campaigns, " campaigns") : out;
}

}  // namespace assay::report
