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
  void Take(const nlohmann::json& report) override;
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  // The same for every order in which pairs were done.
  nlohmann::json Summary(const nlohmann::json& config) const;

 private:
  size_t subjects_ = 0, programs_ = 0, trials_ = 0;
  double seconds_ = 0;
  std::set<std::string> judged_;  // APIs of both sides
  nlohmann::json states_ = nlohmann::json::object(), statuses_ = nlohmann::json::object(),
                 rulings_ = nlohmann::json::object(), conventions_ = nlohmann::json::object();
  nlohmann::json differences_ = nlohmann::json::array(), not_twins_ = nlohmann::json::array();
};

// Keeps report and findings of one pair, all or nothing. `seconds`: since the last one.
Status KeepReport(const SubjectReport& report, double seconds, trial::RunRecord& record);

// All that `assay mirror pairs --json` prints.
Result<nlohmann::json> SummaryJson(const PairsTotals& totals, const trial::RunRecord& record);

}  // namespace assay::mirror::pairs
