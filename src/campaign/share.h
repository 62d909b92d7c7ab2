// Which targets a case runs on: fast ones take every case, slow ones (compilers) as many as fit in
// their share of the time, so that they do not hold up the others.
#pragma once

#include <mutex>
#include <vector>

namespace assay::campaign {

class Shares {
 public:
  explicit Shares(size_t targets) : times_(targets) {}

  // Whether target `i` should take the next case.
  bool Due(size_t i) const;
  // Target `i` took `ms` for a case.
  void Spent(size_t i, double ms);
  double MeanMs(size_t i) const;
  bool IsSlow(size_t i) const;

 private:
  struct Time {
    double total_ms = 0;
    int64_t cases = 0;
  };
  bool SlowLocked(size_t i) const;
  mutable std::mutex mutex_;
  std::vector<Time> times_;
};

}  // namespace assay::campaign
