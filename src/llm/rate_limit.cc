#include "llm/rate_limit.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace assay::llm {
namespace {

constexpr double kWindow = 60;  // servers count by the minute

class SteadyClock : public Clock {
 public:
  double Now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void Sleep(double seconds) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

}  // namespace

// Seconds until it may go out; 0: now.
double RateLimit::WaitLocked(double now, int64_t tokens) {
  while (!sent_.empty() && sent_.front().time <= now - kWindow) sent_.pop_front();
  double wait = std::max(0.0, paused_until_ - now);
  if (requests_ > 0 && sent_.size() >= static_cast<size_t>(requests_))
    wait =
        std::max(wait, sent_[sent_.size() - static_cast<size_t>(requests_)].time + kWindow - now);
  if (tokens_ <= 0) return wait;
  int64_t sum = tokens;
  for (const Sent& one : sent_) sum += one.tokens;
  for (const Sent& one : sent_) {
    if (sum <= tokens_) break;
    wait = std::max(wait, one.time + kWindow - now);
    sum -= one.tokens;
  }
  return wait;
}

double RateLimit::Acquire(int64_t tokens, const std::function<bool()>& should_stop) {
  double slept = 0;
  while (!should_stop || !should_stop()) {
    double wait = 0;
    {
      const std::lock_guard lock(mutex_);
      const double now = clock_.Now();
      wait = WaitLocked(now, tokens);
      if (wait <= 0) {
        if (requests_ > 0 || tokens_ > 0) sent_.push_back({now, tokens});
        return slept;
      }
    }
    if (should_stop) wait = std::min(wait, kGlanceSeconds);
    clock_.Sleep(wait);
    slept += wait;
  }
  return slept;
}

void RateLimit::Pause(double seconds) {
  const std::lock_guard lock(mutex_);
  paused_until_ = std::max(paused_until_, clock_.Now() + seconds);
}

Clock& RealClock() {
  static SteadyClock clock;
  return clock;
}

}  // namespace assay::llm
