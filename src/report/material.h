// Material: what a report is made of, as the store and this machine give it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "graph/model_case.h"
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

}  // namespace assay::report
