// idle: a run that spends most of its time neither computing nor waiting for a CPU (B2).
//
// On a CPU there is nothing else to wait for: no disk, no network, no other process. Time in the
// kernel's queue is not held against it, so a busy machine makes nobody idle.
#include "resources/check.h"

namespace assay::resources {
namespace idle {
namespace {

constexpr int kRuns = 7;
constexpr double kShare = 0.6;  // of the run's own time
constexpr double kLeastMs = 5;  // far beyond what waking a thread takes

std::optional<Said> LookForIdle(const Scene& scene) {
  // A GPU is something to wait for.
  if (scene.target.device != "cpu") return std::nullopt;
  Bench& bench = scene.desk.BenchOf(scene.target);
  if (!bench.Warm(scene.subject)) return std::nullopt;
  std::vector<double> blocked, own;
  for (int i = 0; i < kRuns; ++i) {
    const auto sample = bench.Run(scene.subject);
    if (!sample.has_value()) return std::nullopt;
    blocked.push_back(sample->blocked_ms);
    own.push_back(sample->own_ms);
    if (i == 0 && sample->blocked_ms < kLeastMs) return std::nullopt;
  }
  const Interval waits = MedianInterval(blocked);
  if (waits.lo < kLeastMs || waits.lo < kShare * Median(own)) return std::nullopt;
  return Said{
      StrCat("sleeps instead of computing: of ", Milliseconds(Median(own)), " a run ",
             Milliseconds(waits.mid), " pass without using the CPU or standing in line for it"),
      {}};
}

}  // namespace
}  // namespace idle

CheckDef IdleCheck() {
  return {"idle", "most of the time passes without using the CPU", oracle::CaseStatus::kSlow,
          idle::LookForIdle};
}

}  // namespace assay::resources
