#include "campaign/share.h"

#include <algorithm>
#include <cstdint>

namespace assay::campaign {
namespace {

// Slow: this many times the fastest target, and more than this many ms.
constexpr double kSlowFactor = 8;
constexpr double kSlowMs = 15;
// All slow targets together get at most this share of the time.
constexpr double kSlowShare = 0.5;
// Before its mean is known a target takes this many cases.
constexpr int64_t kTrial = 2;

}  // namespace

bool Shares::SlowLocked(size_t i) const {
  double fastest = 0;
  for (const Time& time : times_) {
    if (time.cases < kTrial) continue;
    const double mean = time.total_ms / static_cast<double>(time.cases);
    fastest = fastest == 0 ? mean : std::min(fastest, mean);
  }
  if (times_[i].cases < kTrial) return false;
  const double mean = times_[i].total_ms / static_cast<double>(times_[i].cases);
  return mean > kSlowMs && mean > kSlowFactor * fastest;
}

bool Shares::IsSlow(size_t i) const {
  const std::lock_guard lock(mutex_);
  return SlowLocked(i);
}

bool Shares::Due(size_t i) const {
  const std::lock_guard lock(mutex_);
  if (!SlowLocked(i)) return true;
  double total = 0;
  int slow = 0;
  for (size_t k = 0; k < times_.size(); ++k) {
    total += times_[k].total_ms;
    slow += SlowLocked(k) ? 1 : 0;
  }
  return times_[i].total_ms <= kSlowShare * total / slow;
}

void Shares::Spent(size_t i, double ms) {
  const std::lock_guard lock(mutex_);
  times_[i].total_ms += ms;
  ++times_[i].cases;
}

double Shares::MeanMs(size_t i) const {
  const std::lock_guard lock(mutex_);
  return times_[i].cases == 0 ? 0 : times_[i].total_ms / static_cast<double>(times_[i].cases);
}

}  // namespace assay::campaign
