// A run of `assay mirror pairs` in the store: one campaign, one report per pair that is done.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "casebook/records.h"
#include "mirror/pairs/report.h"
#include "store/store.h"

namespace assay::cli::mirror {

class PairsRecord {
 public:
  // Starts a campaign with these settings.
  static Result<PairsRecord> Start(store::Store& store, const nlohmann::json& config);
  // Goes on with the newest one; an error when there is none.
  static Result<PairsRecord> Resume(store::Store& store);

  const nlohmann::json& config() const { return config_; }
  bool Done(const std::string& from, const std::string& to) const;
  size_t size() const { return reports_.size(); }
  size_t findings() const { return ids_.size(); }

  // Keeps report and findings of one pair, all or nothing. `seconds`: since the last one.
  Status Add(const assay::mirror::pairs::SubjectReport& report, double seconds);

  // All that the command prints, the same for every order in which pairs were done.
  Result<nlohmann::json> Summary() const;

  // Tells those who watch that the run is over.
  Status End() { return casebook::TellEnd(*store_, campaign_); }

 private:
  PairsRecord(store::Store& store, int64_t campaign, nlohmann::json config)
      : store_(&store), campaign_(campaign), config_(std::move(config)) {}
  void Take(nlohmann::json report);

  store::Store* store_;
  int64_t campaign_;
  nlohmann::json config_;
  std::vector<nlohmann::json> reports_;
  std::set<std::string> done_, ids_;
  double seconds_ = 0;
};

}  // namespace assay::cli::mirror
