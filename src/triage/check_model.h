// `assay check` of one model: what every target makes of it, held against the reference.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "oracle/check.h"
#include "oracle/layers.h"
#include "store/store.h"

namespace assay::triage {

struct CheckModelOptions {
  std::vector<lab::Target> targets;
  bool with_reference = false;  // the reference was asked for as a target
  std::string inputs;           // where they come from, in words
  Tier tier = Tier::kLenient;
  bool layers = false;  // compare every tensor
  oracle::Ground ground = oracle::Ground::kReference;
  bool locate = false;                           // look for the first wrong layer
  size_t jobs = 1;                               // frameworks run at the same time
  std::function<void(const std::string&)> tell;  // hears what is going on
};

struct CheckReport {
  std::string model;
  std::string inputs;  // where they come from, in words
  const oracle::Subject* subject = nullptr;
  oracle::Truth truth;
  bool with_reference = false;  // the reference was asked for as a target
  double load_ms = 0, peak_mb = 0;
  std::vector<oracle::TargetResult> targets;
  std::vector<oracle::Layer> layers;
};

// Runs one model on all targets.
Result<CheckReport> CheckModel(const std::string& path, const oracle::Subject& subject,
                               const CheckModelOptions& options, lab::Lab& lab);

bool HasFindings(const CheckReport& report);

nlohmann::json CheckJson(const CheckReport& report);

// Adds the results to the store; what is wrong becomes a finding, as in a campaign.
Status KeepCheck(const CheckReport& report, store::Store& store);

}  // namespace assay::triage
