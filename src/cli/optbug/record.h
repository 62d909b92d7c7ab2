// A run of `assay optbug run` in the store: one campaign, one report per block of programs,
// findings as they come.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "casebook/records.h"
#include "optbug/run.h"
#include "store/store.h"

namespace assay::cli::optbug {

// Counts of one run, or of one part of it.
struct Tally {
  size_t programs = 0, valid = 0, relevant = 0, findings = 0;
};

class Record {
 public:
  // Starts a campaign with these settings.
  static Result<Record> Start(store::Store& store, const nlohmann::json& config);
  // Goes on with the newest one that was made without a model; an error when there is none.
  // `path`: of the store.
  static Result<Record> Resume(store::Store& store, const std::string& path);

  const nlohmann::json& config() const { return config_; }
  size_t programs() const { return total_.programs; }
  size_t findings() const { return ids_.size(); }
  // Failures that were looked at.
  const std::set<std::string>& keys() const { return keys_; }

  // Keeps a block and its findings, all or nothing.
  Status Add(const assay::optbug::Block& block, const std::map<std::string, std::string>& versions,
             double seconds);

  // The whole run as `assay optbug run --json` prints it, and as the table reads it.
  Result<nlohmann::json> Summary() const;

  // Tells those who watch that the run is over.
  Status End() { return casebook::TellEnd(*store_, campaign_); }

 private:
  Record(store::Store& store, int64_t campaign, nlohmann::json config)
      : store_(&store), campaign_(campaign), config_(std::move(config)) {}
  // Throws json::exception when it is none of ours.
  void Take(const nlohmann::json& report);

  store::Store* store_;
  int64_t campaign_;
  nlohmann::json config_;
  int64_t blocks_ = 0;
  double seconds_ = 0;
  Tally total_;
  std::map<std::string, Tally> rules_, kinds_, optimisers_;
  std::map<std::string, size_t> statuses_, verdicts_, reasons_;
  std::vector<std::string> ids_;
  std::set<std::string> keys_;
};

}  // namespace assay::cli::optbug
