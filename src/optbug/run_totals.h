// What a run of `assay optbug run` keeps of every block of programs, and what that adds up to.
#pragma once

#include <map>
#include <set>
#include <string>

#include "optbug/run.h"
#include "trial/run_record.h"

namespace assay::optbug {

// Runs without a model; those of a model are kept as a whole, there is nothing to go on with.
extern const trial::RunKind kOptbugRun;

// Counts of one run, or of one part of it.
struct ProgramCounts {
  size_t programs = 0, valid = 0, relevant = 0, findings = 0;
};

class OptbugTotals : public trial::RunTotals {
 public:
  void Take(const nlohmann::json& kept) override;
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  // Failures that were looked at.
  const std::set<std::string>& keys() const { return keys_; }

 private:
  double seconds_ = 0;
  ProgramCounts total_;
  std::map<std::string, ProgramCounts> rules_, kinds_, optimisers_;
  std::map<std::string, size_t> statuses_, verdicts_, reasons_;
  std::set<std::string> ids_, keys_;
};

// Keeps a block and its findings, all or nothing. `versions`: of frameworks.
Status KeepBlock(const Block& block, const std::map<std::string, std::string>& versions,
                 double seconds, trial::RunRecord& record);

// The whole run as `assay optbug run --json` prints it.
Result<nlohmann::json> SummaryJson(const OptbugTotals& totals, const trial::RunRecord& record);

}  // namespace assay::optbug
