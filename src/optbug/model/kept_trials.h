// A run of programs that a model writes, as the store keeps it: every trial with its status and
// reason, and what is suspected as findings. The same command goes on with the run that it began:
// a trial is known by its prompt, and none is done twice.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "optbug/model/run_proposals.h"
#include "trial/run_record.h"

namespace assay::optbug {

extern const trial::RunKind kModelRun;

class ModelTotals : public trial::RunTotals {
 public:
  void Take(const nlohmann::json& kept) override;
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  const std::vector<ProposalTrial>& trials() const { return trials_; }
  bool Did(const std::string& prompt) const { return prompts_.contains(prompt); }

 private:
  double seconds_ = 0;
  std::vector<ProposalTrial> trials_;
  std::set<std::string> prompts_;
};

// Keeps trials and their findings, all or nothing. `approach` and `model`: how and who was asked.
Status KeepTrials(std::vector<ProposalTrial> trials, const std::string& approach,
                  const std::string& model, double seconds, trial::RunRecord& record);

// The trials of a report; none of what is no report of a model's run.
std::vector<ProposalTrial> TrialsOf(const nlohmann::json& report);

}  // namespace assay::optbug
