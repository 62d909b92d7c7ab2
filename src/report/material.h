// Material: what a report is made of, as the store and this machine give it.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "report/report.h"
#include "store/rows.h"
#include "triage/classify/classify.h"

namespace assay::report {

struct Material {
  store::FindingRow row;
  std::map<std::string, nlohmann::json> facts;  // by aspect
  std::optional<ModelCase> smallest;            // the reduced case, or the smallest that was seen
  std::string no_case;                          // why there is none
  bool reduced = false, complete = false;       // `complete`: the reduction was not cut short
  int64_t nodes = 0, original_nodes = 0;
  std::vector<store::SightingRow> sightings;  // without models and inputs
  std::vector<store::SeenOnRow> seen_on;      // machines; none: not known
  std::vector<store::HistoryRow> history;
  triage::Classification classes = {};
  nlohmann::json environment;    // as the fact of that name; an object, may be empty
  bool environment_now = false;  // it is that of this machine today, not of the day of the finding
  nlohmann::json record;

  // The fact as an object; an empty one when it is not known.
  const nlohmann::json& fact(const std::string& aspect) const;
};

// Clues for the classification, out of the same facts.
triage::Clues CluesOf(const store::FindingRow& row,
                      const std::map<std::string, nlohmann::json>& facts, int64_t nodes,
                      const Graph* graph);

// In how many cases and campaigns a finding was seen.
//
// A later campaign with the same seed runs the same cases again: that is no further evidence.
struct Seen {
  int64_t cases = 0;      // that differ, of those that were kept
  int64_t campaigns = 0;  // that saw it, as far as cases were kept; 0: not known
  bool all = false;       // every case that showed it was kept
};

Seen SeenOf(const store::FindingRow& row, const std::vector<store::SightingRow>& sightings);

// "in 3 different cases, in 2 campaigns"; "once", "21 times, in 7 different cases at least".
std::string SeenText(const store::FindingRow& row,
                     const std::vector<store::SightingRow>& sightings);

// One of each case, in the order in which they come.
std::vector<const store::SightingRow*> DistinctCases(
    const std::vector<store::SightingRow>& sightings);

// Makes a report out of what is known of a finding. What is not known is said, with the command
// that finds it out.
Report BuildReport(const Material& material);
// What every report says of its finding, without title, sections and what they are about.
Report ReportHead(const Material& material, const triage::Classification& classes);

}  // namespace assay::report
