#include "mirror/pairs/run.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.h"

namespace assay::mirror::pairs {
namespace {

// Calls, arguments, two sides on benign inputs, three frameworks on all, and now and then a
// finding.
constexpr size_t kProgramsOfOne = 7;

}  // namespace

size_t SubjectsFor(size_t budget, size_t subjects) {
  if (budget == 0) return subjects;
  return std::min(subjects, std::max<size_t>(1, budget / kProgramsOfOne));
}

Status RunPairs(const std::vector<Subject>& subjects, const RunOptions& options,
                const OnReport& on_report) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  Status failed;
  const auto stopped = [&] { return options.fuzz.should_stop && options.fuzz.should_stop(); };
  const auto work = [&] {
    auto fuzzer = PairFuzzer::Open(options.fuzz);
    for (size_t i = next++; fuzzer.ok() && i < subjects.size() && !stopped(); i = next++) {
      auto report = fuzzer->Fuzz(subjects[i]);
      const std::lock_guard<std::mutex> lock(mutex);
      if (!failed.ok()) return;
      if (!report.ok())
        report = SubjectReport{.from = subjects[i].from->name,
                               .to = subjects[i].to->name,
                               .by = subjects[i].pair->by,
                               .state = "failed",
                               .problem = report.error().message};
      if (!report->done) continue;  // what was cut short is fuzzed again by the next run
      if (const Status taken = on_report(*report); !taken.ok()) failed = taken;
    }
    const std::lock_guard<std::mutex> lock(mutex);
    if (!fuzzer.ok()) failed = fuzzer.error();
  };
  if (!subjects.empty())
    InParallel(std::min(static_cast<size_t>(std::max(options.jobs, 1)), subjects.size()), work);
  return failed;
}

}  // namespace assay::mirror::pairs
