// The store: what was run and what came out, in one SQLite file that many processes may write to,
// or in a PostgreSQL database that many machines share (see address.h).
//
// The schema has a version; a file from an older assay is brought up to date, one from a newer is
// refused with a message, never changed. Not thread-safe: one Store per thread, or a lock.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/listing.h"
#include "store/rows.h"
#include "store/shared.h"

namespace assay::store {

class Database;

class Store {
 public:
  // Makes what is not there.
  static Result<Store> Open(const std::string& path);
  // An error when there is no file.
  static Result<Store> OpenExisting(const std::string& path);
  // Cannot write, and makes nobody wait. Keeps what lists need of all findings in memory until
  // somebody writes, so it pays to hold on to one. An error when there is no file or it is of
  // another schema: OpenExisting brings it up to date.
  static Result<Store> OpenForReading(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // --- checks ---
  // All or none of the rows.
  Status Add(const std::vector<CheckRow>& rows);
  // The newest first.
  Result<std::vector<CheckRow>> Checks(int limit) const;
  Result<int64_t> CountChecks() const;

  // --- campaigns ---
  // Returns the id.
  Result<int64_t> AddCampaign(const std::string& config);
  Status SetConfig(int64_t campaign, const std::string& config);
  // The newest of one pipeline ("judge": the "pipeline" of its config; "": configs without one,
  // those of `assay fuzz`); nothing when there is none.
  Result<std::optional<CampaignRow>> LastCampaign(const std::string& pipeline = "") const;
  // With `state`; nothing when there is none.
  Result<std::optional<CampaignRow>> WholeCampaign(int64_t id) const;
  Result<std::vector<ReportRow>> Reports(int64_t campaign) const;
  Status Commit(const CampaignStep& step);
  // The newest first, without `state`.
  Result<std::vector<CampaignRow>> Campaigns(int64_t limit, int64_t offset = 0) const;
  Result<int64_t> CountCampaigns() const;
  // Without `state`; nothing when there is none.
  Result<std::optional<CampaignRow>> Campaign(int64_t id) const;
  // Samples in order; those of long campaigns are thinned out.
  Result<std::vector<ProgressRow>> Progress(int64_t campaign) const;
  Result<std::optional<ProgressRow>> LastProgress(int64_t campaign) const;
  // The sample of row.campaign at row.seconds, whether there was one or not.
  Status KeepProgress(const ProgressRow& row);
  // The last sample of every campaign that has been sampled within the last `seconds`.
  Result<std::vector<ProgressRow>> RecentProgress(int seconds) const;

  // --- campaigns that several agents share; see shared.h ---
  // Gives `agent` a lane: one that nobody holds any more, or a new one.
  Result<Lane> Join(const SharedRow& wanted, const AgentRow& agent);
  // Keeps the lane for as long as a step would. Nothing happens when another agent has it by now.
  Status KeepLane(const Lane& lane, const std::string& agent);
  // Gives the lane back. `why`: how the agent ended.
  Status Leave(const Lane& lane, const std::string& agent, const std::string& why);
  // Lanes of the dead go back; says what the campaign has come to. Findings are counted only where
  // a budget asks for them: agents call this every two seconds.
  Result<SharedTotals> Totals(const std::string& name);
  // The same, without changing anything; an error when there is none of that name.
  Result<SharedTotals> ShowTotals(const std::string& name) const;
  Result<std::vector<SharedRow>> SharedCampaigns() const;
  Result<std::vector<AgentRow>> Agents(const std::string& name) const;
  // Shows others a case; the first of its hash counts.
  Status Offer(const std::string& name, const std::vector<OfferRow>& offers);
  // What others than `lane` have offered behind `after`, the oldest first.
  Result<std::vector<OfferRow>> Offers(const std::string& name, int64_t lane, int64_t after,
                                       int64_t limit) const;
  // Whether `task` is the agent's now, for so many seconds; false: another one has it.
  Result<bool> Claim(const std::string& task, const std::string& agent, int64_t seconds);
  Status Release(const std::string& task, const std::string& agent);
  // Whether the last failure was one of the way to the database.
  bool lost() const;

  // --- findings ---
  // Of all campaigns, or of one. Most realistic first.
  Result<std::vector<FindingRow>> Findings(int64_t campaign = 0) const;
  // An error that suggests a near id when there is none.
  Result<FindingRow> Finding(const std::string& id) const;
  // Nothing when there is none. Looks no further, so ids may come from strangers.
  Result<std::optional<FindingRow>> TryFinding(const std::string& id) const;
  // Smallest first.
  Result<std::vector<SightingRow>> Sightings(const std::string& finding) const;
  // Findings outside a campaign; counts add up, as in Commit.
  Status AddFindings(const std::vector<FindingRow>& findings,
                     const std::vector<SightingRow>& sightings);
  // Makes a finding of its own out of some of the cases that were kept of `finding`: it turned out
  // to be two. Counts move along.
  Status Split(const std::string& finding, const FindingRow& part,
               const std::vector<int64_t>& case_indices);
  // The machines on which it was seen, the first one first. Machines that are not known are left
  // out, so there may be none.
  Result<std::vector<SeenOnRow>> SeenOn(const std::string& finding) const;
  // It was seen there, too.
  Status AddSeenOn(const std::string& finding, const Machine& machine);
  Status SetState(const std::string& finding, const std::string& state);
  Status SetGrouping(const std::string& finding, const std::string& grouping);

  // --- lists of findings; see listing.h ---
  // Findings, or bugs, that `filter` lets through, in `order`.
  Result<std::vector<ListedFinding>> List(const FindingFilter& filter, const FindingOrder& order,
                                          int64_t limit, int64_t offset) const;
  Result<FindingCounts> Count(const FindingFilter& filter) const;
  // How many findings each campaign has; those of none are of campaign 0.
  Result<std::map<int64_t, int64_t>> FindingsByCampaign() const;
  // Both, for the price of one.
  Result<FindingPage> Page(const FindingFilter& filter, const FindingOrder& order, int64_t limit,
                           int64_t offset) const;
  // First seen at `time` or later, the oldest first.
  Result<std::vector<FindingRow>> FindingsSince(const std::string& time, int64_t limit) const;
  // Findings whose digest is out of date, with `stale` filled in.
  Result<std::vector<DigestRow>> StaleFindings(int64_t limit) const;
  Status KeepDigests(const std::vector<DigestRow>& rows);

  // --- what was learnt of a finding ---
  // The newest replaces what was there. Another case than before makes the facts
  // "location", "repro" and "errors" void.
  Status KeepReduction(const ReductionRow& row);
  Result<std::optional<ReductionRow>> Reduction(const std::string& finding) const;
  Status SetFact(const std::string& finding, const std::string& aspect, const std::string& json);
  Result<std::vector<FactRow>> Facts(const std::string& finding) const;
  Status AddHistory(const HistoryRow& row);
  // Oldest first.
  Result<std::vector<HistoryRow>> History(const std::string& finding) const;

  // --- documents ---
  // The newest replaces what was there of that kind and name.
  Status KeepDocument(const std::string& kind, const std::string& name, const std::string& json);
  Result<std::vector<DocumentRow>> Documents(const std::string& kind) const;

  // Another number than before when somebody else has written since.
  Result<int64_t> ChangeMark() const;
  // "2026-11-15 07:30:00", as the store writes times.
  Result<std::string> Now() const;

 private:
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

// Stores that may be looked at but not changed: a write-protected file, or one in a folder or on a
// disk that is.
// False for a file that this process may not change, or beside which it can make none, as SQLite
// has to. Databases elsewhere say so themselves.
bool CanBeWritten(const std::string& store);

// For commands that only look: as Store::OpenExisting, which brings the schema up to date, or as
// Store::OpenForReading where nothing can be written.
Result<Store> OpenToRead(const std::string& path);

}  // namespace assay::store
