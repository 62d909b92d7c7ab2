#include "cli/run_clock.h"

#include <algorithm>
#include <cstdio>

#include "base/interrupted.h"
#include "cli/duration.h"

namespace assay::cli {

Result<RunClock> RunClock::Make(const std::string& limit) {
  RunClock out;
  if (limit.empty()) return out;
  ASSAY_ASSIGN(out.limit_, ParseDuration(limit));
  return out;
}

void RunClock::Start() { start_ = last_ = Clock::now(); }

bool RunClock::Over() const { return Interrupted() || (limited() && Seconds() >= limit_); }

double RunClock::Seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double RunClock::Lap() {
  const Clock::time_point before = last_;
  last_ = Clock::now();
  return std::chrono::duration<double>(last_ - before).count();
}

std::string RunClock::Rate(size_t count) const {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(count) / std::max(Seconds(), 0.001));
  return text;
}

}  // namespace assay::cli
