// Many pairs, several at once.
#pragma once

#include <map>
#include <string>

#include "mirror/pairs/session.h"

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

}  // namespace assay::mirror::pairs
