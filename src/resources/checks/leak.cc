// leak: memory that grows with every run of the same model on the same inputs (B1).
//
// Allocators and caches grow at first and then stop; a leak goes on. The runs are cut in three, and
// each part must grow by itself, by the cautious end of a slope that outliers cannot move. On an
// accelerator its memory counts, as far as the worker tells it.
#include "resources/check.h"

namespace assay::resources {
namespace leak {
namespace {

constexpr int kRuns = 60;
constexpr size_t kParts = 3;
constexpr int kSettling = 4;             // runs before the first that counts
constexpr double kLeastMbPerRun = 0.02;  // of each part
constexpr double kLeastMb = 2;           // in all
constexpr double kMostMs = 60;           // runs that take longer are not repeated so often

// Whether the figures grow in each part by themselves.
bool Grows(std::span<const double> figures) {
  const size_t part = figures.size() / kParts;
  for (size_t i = 0; i < kParts; ++i)
    if (Slope(figures.subspan(i * part, part)).lo < kLeastMbPerRun) return false;
  return figures.back() - figures.front() >= kLeastMb;
}

std::optional<Said> LookForLeak(const Scene& scene) {
  const bool on_device = scene.target.device != "cpu";
  Bench& bench = scene.desk.BenchOf(scene.target);
  if (!bench.Warm(scene.subject)) return std::nullopt;
  std::vector<double> held;
  for (int i = 0; i < kRuns + kSettling; ++i) {
    const auto sample = bench.Run(scene.subject, /*peak=*/on_device);
    if (!sample.has_value() || (!scene.thorough && sample->own_ms > kMostMs)) return std::nullopt;
    if (i >= kSettling) held.push_back(on_device ? sample->device_mb : sample->resident_mb);
    // Nothing yet in the first third: no leak, or one that is too small to be told.
    if (held.size() == kRuns / kParts && Slope(held).lo < kLeastMbPerRun) return std::nullopt;
  }
  if (!Grows(held)) return std::nullopt;
  return Said{StrCat(on_device ? "memory of the device" : "memory", " grows with every run: by ",
                     Megabytes(Slope(held).mid), " each, from ", Megabytes(held.front()), " to ",
                     Megabytes(held.back()), " in ", held.size(), " runs"),
              {}};
}

}  // namespace
}  // namespace leak

CheckDef LeakCheck() {
  return {"leak", "memory grows with every run", oracle::CaseStatus::kMemory, leak::LookForLeak};
}

}  // namespace assay::resources
