// What a run of `assay optbug run` keeps of every block of programs, and what that adds up to.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "optbug/run.h"
#include "trial/run_record.h"

namespace assay::optbug {

// Runs without a model; those of a model are kept as a whole, there is nothing to go on with.
extern const trial::RunKind kOptbugRun;

// Counts of one run, or of one part of it.
struct ProgramCounts {
  size_t programs = 0, valid = 0, relevant = 0, findings = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ProgramCounts, programs, valid, relevant, findings)

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
  size_t from_neighbourhoods_ = 0;
  std::map<std::string, ProgramCounts> rules_, kinds_, optimisers_;
  std::map<std::string, size_t> statuses_, verdicts_, reasons_;
  std::set<std::string> ids_, keys_;
};

// Keeps a block and its findings, all or nothing. `versions`: of frameworks.
Status KeepBlock(const Block& block, const std::map<std::string, std::string>& versions,
                 double seconds, trial::RunRecord& record);

// The whole run as `assay optbug run --json` prints it.
Result<nlohmann::json> SummaryJson(const OptbugTotals& totals, const trial::RunRecord& record);

// A block of programs as the store keeps it: read by runs that go on, tables and pages alike.
struct ProgramReport {
  std::string optimiser, rule, kind;
  std::string status, verdict, reason, message;
  std::string model;          // what distinguishes the program
  std::string neighbourhood;  // of the known bugs that it starts from; "": of none
  bool valid = false, relevant = false;
  // Its text; only of those that did not get as far as a verdict, for those who mend programs.
  std::string program;
};

struct FindingReport {
  std::string id, optimiser, rule, kind;
};

struct BlockReport {
  double seconds = 0;
  std::vector<ProgramReport> programs;
  std::vector<FindingReport> findings;
  std::vector<std::string> keys;  // of failures that were looked at
};

// Throws json::exception when it is none.
void from_json(const nlohmann::json& json, BlockReport& report);
void to_json(nlohmann::json& json, const BlockReport& report);

// Nothing in it when it is none: those of a model's run.
BlockReport ReadBlock(const nlohmann::json& report);

}  // namespace assay::optbug
