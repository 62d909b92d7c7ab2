// RunRecord: a run of programs in the store. One campaign, one report per piece of work that is
// done, findings as they come; --resume goes on with the newest.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "casebook/records.h"
#include "store/store.h"

namespace assay::trial {

// What distinguishes the runs of one command from those of another.
struct RunKind {
  const char* pipeline;  // of their campaigns
  const char* what;      // for people: "run of `assay judge`"
  // The member of a report that says how many programs it tells of: a number or a list.
  const char* programs = "programs";
  // Members of a report that together name what it is about.
  std::array<const char*, 2> key = {};
  // Whether a run with these settings is one to go on with; null: every one is.
  bool (*resumes)(const nlohmann::json& config) = nullptr;
  // What is told of a finding beside what is told of all.
  void (*show)(const casebook::ProgramFinding& finding, nlohmann::json& shown) = nullptr;
};

// What the reports of a run add up to.
class RunTotals {
 public:
  virtual ~RunTotals() = default;
  // Throws json::exception when it is no report of that kind.
  virtual void Take(const nlohmann::json& report) = 0;
  // What the row of the campaign tells of it. `findings`: their ids.
  virtual nlohmann::json Tally(const nlohmann::json& config,
                               const std::vector<std::string>& findings) const = 0;
};

class RunRecord {
 public:
  // Starts a campaign with these settings. Every report is added to `totals`, which must outlive
  // the record, as must the store and the kind.
  static Result<RunRecord> Start(store::Store& store, const RunKind& kind, nlohmann::json config,
                                 RunTotals& totals);
  // Goes on with the newest one of the store at `path`. An error when there is none, or when a
  // report of it cannot be read: it must not pass for work that was never done.
  static Result<RunRecord> Resume(store::Store& store, const std::string& path, const RunKind& kind,
                                  RunTotals& totals);

  // Goes on with the newest one of exactly these settings; nothing when there is none.
  static Result<std::optional<RunRecord>> FindLike(store::Store& store, const std::string& path,
                                                   const RunKind& kind, nlohmann::json config,
                                                   RunTotals& totals);
  // The same, or starts one.
  static Result<RunRecord> Continue(store::Store& store, const std::string& path,
                                    const RunKind& kind, nlohmann::json config, RunTotals& totals);

  const nlohmann::json& config() const { return config_; }
  size_t reports() const { return reports_; }
  size_t programs() const { return programs_; }
  size_t findings() const { return ids_.size(); }
  const std::vector<std::string>& ids() const { return ids_; }  // of findings, as they came
  // Whether there is a report about that; see RunKind::key.
  bool Done(const std::string& first, const std::string& second) const;

  // Keeps a report and its findings, all or nothing. The report names them: "findings" holds their
  // ids, or objects with an "id".
  Status Add(const nlohmann::json& report, const std::vector<casebook::ProgramFinding>& findings);

  // Every finding once, as it came, for --json.
  Result<nlohmann::json> Findings() const;

  // Tells those who watch that the run is over.
  Status End() { return casebook::TellEnd(*store_, campaign_); }

 private:
  RunRecord(store::Store& store, int64_t campaign, const RunKind& kind, nlohmann::json config,
            RunTotals& totals)
      : store_(&store),
        campaign_(campaign),
        kind_(&kind),
        config_(std::move(config)),
        totals_(&totals) {}
  // Throws json::exception when it is none of ours.
  void Take(const nlohmann::json& report);
  Status TakeKept(const store::ReportRow& report);

  store::Store* store_;
  int64_t campaign_;
  const RunKind* kind_;
  nlohmann::json config_;
  RunTotals* totals_;
  size_t reports_ = 0, programs_ = 0;
  std::vector<std::string> ids_;
  std::set<std::string> known_, done_;
};

// The store of a run; one to go on with must be there.
Result<store::Store> OpenRunStore(const std::string& path, bool resume);

// `counts` added to `sum`, number by number; counts of counts alike.
template <typename Counts>
void AddCounts(const Counts& counts, Counts& sum) {
  for (const auto& [name, count] : counts)
    if constexpr (std::is_arithmetic_v<typename Counts::mapped_type>)
      sum[name] += count;
    else
      AddCounts(count, sum[name]);
}

}  // namespace assay::trial
