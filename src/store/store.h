// The store: what was run and what came out, in one SQLite file that many processes may write to.
//
// The schema has a version; a file from an older assay is brought up to date, one from a newer is
// refused with a message, never changed. Not thread-safe: one Store per thread, or a lock.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::store {

class Database;

class Store {
 public:
  // Makes the file when there is none.
  static Result<Store> Open(const std::string& path);
  // An error when there is no file.
  static Result<Store> OpenExisting(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // --- checks ---
  // All or none of the rows.
  Status Add(const std::vector<CheckRow>& rows);
  // The newest first.
  Result<std::vector<CheckRow>> Checks(int limit) const;

  // --- campaigns ---
  // Returns the id.
  Result<int64_t> AddCampaign(const std::string& config);
  Status SetConfig(int64_t campaign, const std::string& config);
  // The newest of one pipeline ("judge": the "pipeline" of its config; "": configs without one,
  // those of `assay fuzz`); nothing when there is none.
  Result<std::optional<CampaignRow>> LastCampaign(const std::string& pipeline = "") const;
  Result<std::vector<ReportRow>> Reports(int64_t campaign) const;
  Status Commit(const CampaignStep& step);

  // --- findings ---
  // Of all campaigns, or of one. Most realistic first.
  Result<std::vector<FindingRow>> Findings(int64_t campaign = 0) const;
  // An error that suggests a near id when there is none.
  Result<FindingRow> Finding(const std::string& id) const;
  // Smallest first.
  Result<std::vector<SightingRow>> Sightings(const std::string& finding) const;
  // Findings outside a campaign; counts add up, as in Commit.
  Status AddFindings(const std::vector<FindingRow>& findings,
                     const std::vector<SightingRow>& sightings);
  // Makes a finding of its own out of some of the cases that were kept of `finding`: it turned out
  // to be two. Counts move along.
  Status Split(const std::string& finding, const FindingRow& part,
               const std::vector<int64_t>& case_indices);
  Status SetState(const std::string& finding, const std::string& state);
  Status SetGrouping(const std::string& finding, const std::string& grouping);

  // --- what was learnt of a finding ---
  // The newest replaces what was there. Another case than before makes the facts "location" and
  // "repro" void.
  Status KeepReduction(const ReductionRow& row);
  Result<std::optional<ReductionRow>> Reduction(const std::string& finding) const;
  Status SetFact(const std::string& finding, const std::string& aspect, const std::string& json);
  Result<std::vector<FactRow>> Facts(const std::string& finding) const;
  Status AddHistory(const HistoryRow& row);
  // Oldest first.
  Result<std::vector<HistoryRow>> History(const std::string& finding) const;

 private:
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace assay::store
