// Keeps requests and tokens of the last minute below what a server allows, for all threads of this
// process together.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace assay::llm {

// Time as the retry loop and the rate limit see it; tests have their own.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual double Now() = 0;  // seconds, never going back
  virtual void Sleep(double seconds) = 0;
};

Clock& RealClock();

// Who may be told to stop sleeps no longer than that at a time.
constexpr double kGlanceSeconds = 0.2;

class RateLimit {
 public:
  // 0: no limit.
  RateLimit(int requests_per_minute, int tokens_per_minute, Clock& clock)
      : requests_(requests_per_minute), tokens_(tokens_per_minute), clock_(clock) {}

  // Sleeps until a request of about `tokens` may go out, and counts it. A request that is larger
  // than a whole minute's tokens waits for an empty minute. Returns the seconds slept. When
  // `should_stop` says so, it comes back at once and counts nothing; null: never.
  double Acquire(int64_t tokens, const std::function<bool()>& should_stop = {});
  // Nobody may ask for that long: a server has said so to one of us.
  void Pause(double seconds);

 private:
  struct Sent {
    double time;
    int64_t tokens;
  };
  double WaitLocked(double now, int64_t tokens);

  const int requests_, tokens_;
  Clock& clock_;
  std::mutex mutex_;
  std::deque<Sent> sent_;
  double paused_until_ = 0;
};

}  // namespace assay::llm
