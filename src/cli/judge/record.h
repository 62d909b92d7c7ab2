// A run of `assay judge` in the store: one campaign, one report per API that is done, findings as
// they come.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "casebook/records.h"
#include "judge/judge.h"
#include "store/store.h"

namespace assay::cli::judging {

class Record {
 public:
  // Starts a campaign with these settings.
  static Result<Record> Start(store::Store& store, const nlohmann::json& config);
  // Goes on with the newest one; an error when there is none.
  static Result<Record> Resume(store::Store& store);

  const nlohmann::json& config() const { return config_; }
  // Names of the APIs that are done, as framework and name.
  bool Done(const std::string& framework, const std::string& api) const;

  // Keeps report and findings of one API, all or nothing, and some of its programs.
  Status Add(const std::string& framework, const judge::ApiReport& report);

  // All reports of the campaign, those of earlier runs first.
  const std::vector<nlohmann::json>& reports() const { return reports_; }
  size_t findings() const { return ids_.size(); }
  // Every finding once, in the order of the reports, as `assay judge --json` prints them.
  Result<nlohmann::json> Findings() const;

  // Tells those who watch that the run is over.
  Status End() { return casebook::TellEnd(*store_, campaign_); }

 private:
  Record(store::Store& store, int64_t campaign, nlohmann::json config)
      : store_(&store), campaign_(campaign), config_(std::move(config)) {}
  void Take(nlohmann::json report);
  // Returns the kind of the document that holds them.
  Result<std::string> KeepPrograms(const std::string& framework, const judge::ApiReport& report,
                                   const std::vector<casebook::ProgramFinding>& findings);

  store::Store* store_;
  int64_t campaign_;
  nlohmann::json config_;
  std::vector<nlohmann::json> reports_;
  std::set<std::string> done_, ids_;
};

}  // namespace assay::cli::judging
