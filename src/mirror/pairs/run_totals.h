// What a run of `assay mirror pairs` keeps of every pair, and what that adds up to.
#pragma once

#include <set>
#include <string>

#include "mirror/pairs/report.h"
#include "trial/run_record.h"

namespace assay::mirror::pairs {

extern const trial::RunKind kPairsRun;

class PairsTotals : public trial::RunTotals {
 public:
  void Take(const nlohmann::json& kept) override;
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  // The same for every order in which pairs were done.
  nlohmann::json Summary(const nlohmann::json& config) const;

 private:
  size_t subjects_ = 0, programs_ = 0, trials_ = 0;
  double seconds_ = 0;
  std::set<std::string> judged_;  // APIs of both sides
  using Counts = std::map<std::string, size_t>;
  Counts states_, statuses_, rulings_, conventions_;
  std::vector<nlohmann::json> differences_, not_twins_;
};

// Keeps report and findings of one pair, all or nothing. `seconds`: since the last one.
Status KeepReport(SubjectReport report, double seconds, trial::RunRecord& record);

// All that `assay mirror pairs --json` prints.
Result<nlohmann::json> SummaryJson(const PairsTotals& totals, const trial::RunRecord& record);

}  // namespace assay::mirror::pairs
