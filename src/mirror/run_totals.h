// What a run of `assay mirror run` keeps of every block of programs, and what that adds up to.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "mirror/report.h"
#include "mirror/run.h"
#include "trial/run_record.h"

namespace assay::mirror {

extern const trial::RunKind kMirrorRun;

class MirrorTotals : public trial::RunTotals {
 public:
  void Take(const nlohmann::json& kept) override;
  // What tables are made of.
  nlohmann::json Tally(const nlohmann::json& config,
                       const std::vector<std::string>& findings) const override;

  size_t inputs() const { return inputs_; }  // that are done
  bool Did(const std::string& name, const std::string& from, const std::string& to) const;
  const std::vector<OutputReport>& outputs() const { return outputs_; }
  const std::vector<ScreenedOutReport>& screened_out() const { return screened_out_; }

 private:
  double seconds_ = 0;
  size_t inputs_ = 0;
  std::vector<OutputReport> outputs_;
  std::vector<ScreenedOutReport> screened_out_;
};

// Keeps a block and its findings, all or nothing. `versions`: of frameworks.
Status KeepOutputs(const std::vector<Output>& outputs,
                   const std::map<std::string, std::string>& versions, double seconds,
                   trial::RunRecord& record);

// The whole run as `assay mirror run --json` prints it.
Result<nlohmann::json> SummaryJson(const MirrorTotals& totals, const trial::RunRecord& record);

// Where the time of a run went: recorded runs of programs by framework and kind of inputs.
class RunCosts {
 public:
  void Add(const Output& output);
  // [{"part": "source" | "twin" | "other", "framework", "inputs", "runs", "seconds", "cpu_seconds",
  // "kept"}]; kept ones were not run, and took no time.
  nlohmann::json Json() const;

 private:
  struct Row {
    int runs = 0, kept = 0;
    double seconds = 0, cpu_seconds = 0;
  };
  std::map<std::tuple<std::string, std::string, std::string>, Row> rows_;
};

}  // namespace assay::mirror
