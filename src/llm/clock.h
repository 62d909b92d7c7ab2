// Time as the retry loop and the rate limit see it; tests have their own.
#pragma once

namespace assay::llm {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual double Now() = 0;  // seconds, never going back
  virtual void Sleep(double seconds) = 0;
};

Clock& RealClock();

// Who may be told to stop sleeps no longer than that at a time.
constexpr double kGlanceSeconds = 0.2;

}  // namespace assay::llm
