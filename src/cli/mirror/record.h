// A run of `assay mirror run` in the store: one campaign, one report per block of programs,
// findings as they come.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "casebook/records.h"
#include "mirror/run.h"
#include "store/store.h"

namespace assay::cli::mirror {

class Record {
 public:
  // Starts a campaign with these settings.
  static Result<Record> Start(store::Store& store, const nlohmann::json& config);
  // Goes on with the newest one; an error when there is none. `path`: of the store.
  static Result<Record> Resume(store::Store& store, const std::string& path);

  const nlohmann::json& config() const { return config_; }
  size_t inputs() const { return inputs_; }  // that are done
  size_t outputs() const { return outputs_.size(); }
  size_t findings() const { return ids_.size(); }

  // Keeps a block and its findings, all or nothing. `versions`: of frameworks.
  Status Add(const std::vector<assay::mirror::Output>& outputs,
             const std::map<std::string, std::string>& versions, double seconds);

  // The whole run as `assay mirror run --json` prints it.
  Result<nlohmann::json> Summary() const;
  // Its counts alone: what tables are made of.
  nlohmann::json Counts() const;

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
  size_t inputs_ = 0;
  nlohmann::json outputs_ = nlohmann::json::array(), screened_out_ = nlohmann::json::array();
  std::vector<std::string> ids_;
};

}  // namespace assay::cli::mirror
