#include "campaign/share.h"

#include <algorithm>
#include <cmath>

namespace assay::campaign {
namespace {

// Slow: this many times the fastest target, and more than this many ms.
constexpr double kSlowFactor = 8;
constexpr double kSlowMs = 15;
// All slow targets together get this share of the time, and each of them at least that one.
constexpr double kSlowShare = 0.5;
constexpr double kFloor = 0.02;
// The part of the slow targets' share that is divided evenly; the rest goes by what they gave.
constexpr double kEven = 0.5;
// Before its mean is known a target takes this many cases.
constexpr int64_t kTrial = 2;
// After so much time in a target, what it gave counts half.
constexpr double kHalfLifeMs = 120e3;
// What a target is taken to have given before anything is known of it: one finding in ten seconds.
constexpr double kFirstGains = 1, kFirstMs = 10e3;

}  // namespace

bool Shares::IsSlow(size_t i) const {
  if (times_[i].claim.slow) return true;
  if (times_[i].cases < kTrial) return false;
  const auto mean = [](const Time& time) {
    return time.typical_ms / static_cast<double>(time.cases);
  };
  double fastest = 0;
  for (const Time& time : times_)
    if (time.cases >= kTrial) fastest = fastest == 0 ? mean(time) : std::min(fastest, mean(time));
  return mean(times_[i]) > kSlowMs && mean(times_[i]) > kSlowFactor * fastest;
}

void Shares::Join(const std::vector<Claim>& claims) {
  const std::lock_guard lock(mutex_);
  for (const Claim& claim : claims) {
    times_.emplace_back();
    times_.back().claim = claim;
  }
}

double Shares::Total() const {
  double total = 0;
  for (const Time& time : times_) total += time.total_ms;
  return total;
}

// The share of each metered target, in their order.
std::vector<double> Shares::Quotas(const std::vector<size_t>& metered) const {
  double asked = 0, promise = 0;
  int others = 0;
  const auto promise_of = [&](size_t i) {
    return (kFirstGains + times_[i].gains) / (kFirstMs + times_[i].recent_ms);
  };
  for (const size_t i : metered) {
    asked += std::max(0.0, times_[i].claim.share);
    if (times_[i].claim.share >= 0) continue;
    ++others;
    promise += promise_of(i);
  }
  const double rest = std::max(kSlowShare - asked, kFloor * others);
  std::vector<double> out;
  for (const size_t i : metered) {
    const double share = times_[i].claim.share;
    out.push_back(share >= 0 ? share
                             : std::max(kFloor, rest * (kEven / others +
                                                        (1 - kEven) * promise_of(i) / promise)));
  }
  return out;
}

std::vector<size_t> Shares::Choose(const std::vector<bool>& takes) {
  const std::lock_guard lock(mutex_);
  std::vector<size_t> chosen, metered;
  for (size_t i = 0; i < takes.size(); ++i)
    if (IsMetered(i))
      metered.push_back(i);
    else if (takes[i])
      chosen.push_back(i);
  const bool only_metered = metered.size() == takes.size();
  const std::vector<double> quotas = Quotas(metered);
  double sum = 0;
  for (const double quota : quotas) sum += quota;
  const int most = std::clamp(static_cast<int>(std::floor(sum * jobs_ + 0.5)), 1, jobs_);
  if (!only_metered && slow_jobs_ >= most) return chosen;
  // The one that is furthest behind its share.
  const double total = Total();
  const Time* least = nullptr;
  size_t found = 0;
  double behind = 0;
  for (size_t k = 0; k < metered.size(); ++k) {
    const size_t i = metered[k];
    if (!takes[i]) continue;
    const double used = (times_[i].total_ms + times_[i].busy) / std::max(quotas[k], 1e-6);
    if (least != nullptr && used >= behind) continue;
    least = &times_[i];
    found = i;
    behind = used;
  }
  if (least == nullptr || (!only_metered && (total == 0 || behind > total))) return chosen;
  ++slow_jobs_;
  ++times_[found].busy;
  chosen.push_back(found);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void Shares::Free(size_t i) {
  if (times_[i].busy == 0) return;
  --times_[i].busy;
  --slow_jobs_;
}

void Shares::Later(size_t i) {
  const std::lock_guard lock(mutex_);
  Free(i);
}

void Shares::Begin(size_t i) {
  const std::lock_guard lock(mutex_);
  ++slow_jobs_;
  ++times_[i].busy;
}

void Shares::Spent(size_t i, double ms, bool typical, int64_t cases) {
  const std::lock_guard lock(mutex_);
  Free(i);
  Time& time = times_[i];
  time.total_ms += ms;
  const double fade = std::exp2(-ms / kHalfLifeMs);
  time.gains *= fade;
  time.recent_ms = time.recent_ms * fade + ms;
  if (!typical) return;
  time.typical_ms += ms;
  time.cases += cases;
}

void Shares::Gained(size_t i) {
  const std::lock_guard lock(mutex_);
  times_[i].gains += 1;
}

double Shares::MeanMs(size_t i) const {
  const std::lock_guard lock(mutex_);
  return times_[i].cases == 0 ? 0 : times_[i].typical_ms / static_cast<double>(times_[i].cases);
}

double Shares::Part(size_t i) const {
  const std::lock_guard lock(mutex_);
  const double total = Total();
  return total == 0 ? 0 : times_[i].total_ms / total;
}

}  // namespace assay::campaign
