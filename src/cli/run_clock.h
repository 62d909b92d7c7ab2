// The time of a run that --time may limit and Ctrl-C may end.
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace assay::cli {

class RunClock {
 public:
  RunClock() = default;  // without a limit
  // `limit`: 90s, 10m, 1h; "" for none.
  static Result<RunClock> Make(const std::string& limit);

  // The time runs from now on; until then, from when the clock was made.
  void Start();

  bool limited() const { return limit_ > 0; }
  // The limit is reached, or somebody wants the run to end.
  bool Over() const;
  double Seconds() const;
  // Since this was asked last.
  double Lap();
  // `count` per second so far, with one decimal.
  std::string Rate(size_t count) const;

 private:
  using Clock = std::chrono::steady_clock;
  double limit_ = 0;  // seconds; 0: none
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

}  // namespace assay::cli
