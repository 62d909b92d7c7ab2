// Which targets a case runs on: fast ones take every case, slow ones (compilers) as many as fit in
// their share of the time, one per case and never in all jobs at once, so that they do not hold up
// the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace assay::campaign {

// Thread-safe.
class Shares {
 public:
  // `slow[i]`: target i is known to be slow; others are found out.
  Shares(std::vector<bool> slow, int jobs)
      : known_slow_(std::move(slow)), times_(known_slow_.size()), jobs_(jobs) {}

  // Those of the first `count` targets that take the next case, in their order. Call Spent for each
  // of them.
  std::vector<size_t> Choose(size_t count);
  // More targets, numbered behind the others.
  void Join(const std::vector<bool>& slow);
  // Target `i` took `ms` for a case that it was chosen for. `typical` false: the time says nothing
  // about its speed (a finding was confirmed in a new process).
  void Spent(size_t i, double ms, bool typical);
  double MeanMs(size_t i) const;

 private:
  struct Time {
    double total_ms = 0;
    int64_t cases = 0;
    int busy = 0;  // slow ones only
  };
  bool IsSlow(size_t i) const;  // needs the lock

  mutable std::mutex mutex_;
  std::vector<bool> known_slow_;
  std::vector<Time> times_;
  const int jobs_;
  int slow_jobs_ = 0;  // jobs that are busy with a slow target
};

}  // namespace assay::campaign
