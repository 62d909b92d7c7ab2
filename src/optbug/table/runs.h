// What runs of `assay optbug run` left in a store.
//
// A run is a campaign of the pipeline "optbug"; its summary, a JSON object with "programs", is its
// tally or the last of its reports that has it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::optbug {

// All runs of one approach with one provider, added up.
struct RunSum {
  std::string approach, provider;
  size_t runs = 0, programs = 0, valid = 0, relevant = 0;
  size_t findings = 0;                  // different ones where they are named, otherwise as counted
  std::set<std::string> ids;            // of findings
  std::map<std::string, size_t> kinds;  // findings by api, desugar, illogical
  std::map<std::string, nlohmann::json> rules;
  double seconds = 0, cost = 0;
  int64_t tokens = 0;
  // What a model wrote and how long it took; 0 without one.
  int64_t completion_tokens = 0;
  double model_seconds = 0;
  int64_t context = 0;  // of the model; 0: unknown
};

// By approach ("assay" first), then by provider.
// An error when there is no such store.
Result<std::vector<RunSum>> ReadRuns(const std::string& store);

}  // namespace assay::optbug
