// Which targets a case runs on: fast ones take every case, slow ones (compilers) as many as fit in
// their share of the time, one per case and never in all jobs at once, so that they do not hold up
// the others.
//
// Half of the time is for the slow ones. A floor of it goes to each; the rest goes where it pays:
// by the new findings per second that each lately gave. A share that was asked for (--share) is
// kept to, whoever it is for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace assay::campaign {

struct Claim {
  bool slow = false;  // known to be; others are found out
  double share = -1;  // of the time, asked for; negative: none was
};

// Thread-safe.
class Shares {
 public:
  Shares(std::vector<Claim> claims, int jobs) : jobs_(jobs) { Join(claims); }

  // Those of the first takes.size() targets that take the next case, in their order; takes[i]
  // false: it is nothing for target i. Call Spent or Later for each of them.
  std::vector<size_t> Choose(const std::vector<bool>& takes);
  // More targets, numbered behind the others.
  void Join(const std::vector<Claim>& claims);
  // Target `i` took `ms` for `cases` that it was chosen for. `typical` false: the time says nothing
  // about its speed (a finding was confirmed in a new process).
  void Spent(size_t i, double ms, bool typical, int64_t cases = 1);
  // The case that target `i` was chosen for waits until others have come.
  void Later(size_t i);
  // Target `i` begins or ends to work on cases that waited.
  void Begin(size_t i);
  // Target `i` gave something new.
  void Gained(size_t i);
  double MeanMs(size_t i) const;
  // The part of all time that went to target `i`.
  double Part(size_t i) const;

 private:
  struct Time {
    Claim claim;
    double total_ms = 0, typical_ms = 0;
    int64_t cases = 0;  // typical ones
    int busy = 0;       // jobs that work for it; slow ones only
    // Lately: both fade as time is spent.
    double gains = 0, recent_ms = 0;
  };
  // All need the lock.
  bool IsSlow(size_t i) const;
  bool IsMetered(size_t i) const { return times_[i].claim.share >= 0 || IsSlow(i); }
  double Total() const;
  std::vector<double> Quotas(const std::vector<size_t>& metered) const;
  void Free(size_t i);

  mutable std::mutex mutex_;
  std::vector<Time> times_;
  const int jobs_;
  int slow_jobs_ = 0;  // jobs that are busy with a metered target
};

}  // namespace assay::campaign
