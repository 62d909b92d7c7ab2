// What a run of `assay judge` keeps of every API, and what that adds up to.
#pragma once

#include "judge/api_report.h"
#include "trial/run_record.h"

namespace assay::judge {

extern const trial::RunKind kJudgeRun;

class JudgeTotals : public trial::RunTotals {
 public:
  void Take(const nlohmann::json& kept) override;
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  // {"apis","reached","programs","statuses","verdicts","oracles",…}
  nlohmann::json Summary() const;

 private:
  size_t reached_ = 0, programs_ = 0, trials_ = 0;
  std::map<std::string, size_t> statuses_, verdicts_;
  std::map<std::string, std::map<std::string, size_t>> oracles_;
  std::vector<std::string> judged_;
  std::vector<nlohmann::json> not_called_, suspicious_;
};

// Keeps report and findings of one API, all or nothing, and some of its programs.
Status KeepReport(const std::string& framework, ApiReport report, store::Store& store,
                  trial::RunRecord& record);

struct RunEnding {
  double seconds = 0;       // of this run
  size_t programs_now = 0;  // of this run; the rest comes from runs that it went on from
  size_t left = 0;          // APIs that there was no time or budget for
  nlohmann::json issue;     // null without --issue
};

// The whole run as `assay judge --json` prints it.
Result<nlohmann::json> SummaryJson(const JudgeTotals& totals, const trial::RunRecord& record,
                                   const RunEnding& ending);

}  // namespace assay::judge
