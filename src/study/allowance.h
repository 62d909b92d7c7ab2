// Allowance: CPU time that one measurement may use, with everything that it starts. It makes a
// study end in time on a machine that is busy with other things, where a clock would cut it short.
#pragma once

namespace assay::study {

// CPU seconds of this process and all its children so far.
double CpuSecondsNow();

class Allowance {
 public:
  // From now on. `sharing`: measurements that run at the same time and are taken to use equal
  // parts, since a child's time cannot be told to belong to one of them.
  Allowance(double seconds, int sharing);

  double used() const;                   // seconds
  bool used_up(double share = 1) const;  // `share` of it
 private:
  double seconds_, sharing_, start_;
};

}  // namespace assay::study
