#include "campaign/share.h"

#include <algorithm>

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

bool Shares::IsSlow(size_t i) const {
  if (known_slow_[i]) return true;
  if (times_[i].cases < kTrial) return false;
  double fastest = 0;
  for (const Time& time : times_) {
    if (time.cases < kTrial) continue;
    const double mean = time.total_ms / static_cast<double>(time.cases);
    fastest = fastest == 0 ? mean : std::min(fastest, mean);
  }
  const double mean = times_[i].total_ms / static_cast<double>(times_[i].cases);
  return mean > kSlowMs && mean > kSlowFactor * fastest;
}

void Shares::Join(const std::vector<bool>& slow) {
  const std::lock_guard lock(mutex_);
  known_slow_.insert(known_slow_.end(), slow.begin(), slow.end());
  times_.resize(known_slow_.size());
}

std::vector<size_t> Shares::Choose(size_t count) {
  const std::lock_guard lock(mutex_);
  std::vector<size_t> chosen, slow;
  double total = 0;
  for (size_t i = 0; i < count; ++i) {
    (IsSlow(i) ? slow : chosen).push_back(i);
    total += times_[i].total_ms;
  }
  if (slow.empty()) return chosen;
  const bool only_slow = chosen.empty();
  if (!only_slow && slow_jobs_ >= std::max(1, jobs_ / 2)) return chosen;
  const size_t least = *std::ranges::min_element(slow, [&](size_t a, size_t b) {
    return times_[a].total_ms + times_[a].busy < times_[b].total_ms + times_[b].busy;
  });
  const double share = kSlowShare * total / static_cast<double>(slow.size());
  if (!only_slow && (total == 0 || times_[least].total_ms > share)) return chosen;
  ++slow_jobs_;
  ++times_[least].busy;
  chosen.push_back(least);
  std::ranges::sort(chosen);
  return chosen;
}

void Shares::Spent(size_t i, double ms, bool typical) {
  const std::lock_guard lock(mutex_);
  if (times_[i].busy > 0) {
    --times_[i].busy;
    --slow_jobs_;
  }
  if (!typical) return;
  times_[i].total_ms += ms;
  ++times_[i].cases;
}

double Shares::MeanMs(size_t i) const {
  const std::lock_guard lock(mutex_);
  return times_[i].cases == 0 ? 0 : times_[i].total_ms / static_cast<double>(times_[i].cases);
}

}  // namespace assay::campaign
