// Many pairs, several at once.
#pragma once

#include <map>
#include <set>
#include <string>

#include "mirror/pairs/report.h"
#include "mirror/pairs/session.h"
#include "trial/run_record.h"

namespace assay::mirror::pairs {

// Pairs one after the other, in labs that stay warm.

// One pair at a time: several at once take one fuzzer per thread.
class PairFuzzer {
 public:
  // `options` are borrowed.
  static Result<PairFuzzer> Open(const FuzzOptions& options);

  // An error: a lab itself failed. Whatever an API does is in the report.
  Result<SubjectReport> Fuzz(const Subject& subject);

 private:
  explicit PairFuzzer(const FuzzOptions& options) : options_(&options) {}
  // Opened when it is first asked for.
  Result<Room*> RoomOf(const std::string& framework);

  const FuzzOptions* options_;
  Conventions conventions_;
  std::string probe_, twin_, ask_, check_;  // Python
  std::map<std::string, Room> rooms_;       // by framework
};

struct RunOptions {
  FuzzOptions fuzz;
  int jobs = 1;
};

// How many of `subjects` a budget of programs is enough for; all when it is 0. What is run must not
// depend on who is faster, so the number is known beforehand.
size_t SubjectsFor(size_t budget, size_t subjects);

// Called with every report as soon as it is there, never by two threads at once. An error ends the
// run.
using OnReport = std::function<Status(const SubjectReport& report)>;

// An error: no lab can be opened, or of `on_report`. A pair that a lab fails on is reported as
// such, and the others go on.
Status RunPairs(const std::vector<Subject>& subjects, const RunOptions& options,
                const OnReport& on_report);

// What a run of `assay mirror pairs` keeps of every pair, and what that adds up to.
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
