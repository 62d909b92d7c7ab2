#include "mirror/pairs/run.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/files.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "lab/registry.h"
#include "trial/prelude.h"

namespace assay::mirror::pairs {
namespace {

// Calls, arguments, two sides on benign inputs, three frameworks on all, and now and then a
// finding.
constexpr size_t kProgramsOfOne = 7;

// Of a program that shows one finding. A busy machine takes a minute to import a framework, and
// what is not confirmed for want of time is lost.
constexpr double kSeconds = 150;

Result<std::string> LoadPython(const std::string& name) {
  return ReadFile(StrCat(lab::HomeFolder(), "/data/mirror/pairs-", name, ".py"));
}

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

Result<PairFuzzer> PairFuzzer::Open(const FuzzOptions& options) {
  PairFuzzer out(options);
  ASSAY_ASSIGN(out.conventions_, LoadConventions());
  ASSAY_ASSIGN(out.probe_, trial::LoadProbe());
  ASSAY_ASSIGN(out.twin_, trial::LoadTwinFunctions());
  ASSAY_ASSIGN(out.ask_, LoadPython("hear"));
  ASSAY_ASSIGN(out.check_, LoadPython("check"));
  return out;
}

Result<Room*> PairFuzzer::RoomOf(const std::string& framework) {
  if (const auto found = rooms_.find(framework); found != rooms_.end()) return &found->second;
  const trial::Dialect* dialect = trial::FindDialect(framework);
  if (dialect == nullptr)
    return Unsupported(StrCat("programs cannot be written for ", framework, " yet"));
  ASSAY_ASSIGN(trial::Bench bench, trial::Bench::Open(*dialect, "", {kSeconds, options_->unsafe}));
  ASSAY_ASSIGN(const std::string own, LoadPython(framework));
  const std::string prelude = bench.prelude() + "\n";
  Room room{.bench = std::move(bench),
            .probing = prelude + probe_,
            .asking = StrCat(prelude, twin_, "\n", own, "\n", ask_),
            .showing = StrCat(prelude, own, "\n", check_)};
  return &rooms_.emplace(framework, std::move(room)).first->second;
}

Result<SubjectReport> PairFuzzer::Fuzz(const Subject& subject) {
  return Session(*options_, conventions_, subject,
                 [this](const std::string& framework) { return RoomOf(framework); })
      .Hold();
}

}  // namespace assay::mirror::pairs
