// Bench: a process of one target that belongs to nobody else, for measuring.
//
// A busy machine makes everything slower, but only in ways that can be told apart: a process that
// waits for a CPU stands in the kernel's queue, and that time is known. What is left of the wall
// time is its own, whether it computes or sleeps; `own_ms` is that, and it is what all checks use.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "oracle/evidence.h"
#include "resources/statistics.h"

namespace assay::resources {

struct Sample {
  double own_ms = 0;       // of the run: wall time less what it stood in line for a CPU
  double cpu_ms = 0;       // of all its threads, with reading the request and replying
  double blocked_ms = 0;   // of the run: neither computing nor in line
  double resident_mb = 0;  // after it
  double peak_mb = 0;      // during it, where that was asked for
  // Of the accelerator, where that was asked for and there is one; negative otherwise.
  double device_mb = -1, device_peak_mb = -1;
};

class Bench {
 public:
  explicit Bench(lab::Target target);

  // One run; nothing when the target cannot do it, fails, or the figures cannot be had. The first
  // run of a model also loads it.
  std::optional<Sample> Run(const oracle::Subject& subject, bool peak = false);
  // Runs without measuring until the model is loaded and warm; false when that fails.
  bool Warm(const oracle::Subject& subject);
  // The median of `own_ms` over some runs, after Warm; fewer of them when they take long.
  std::optional<Interval> Time(const oracle::Subject& subject);
  // A new process next time.
  void Restart();

  const lab::Target& target() const { return target_; }

 private:
  const lab::Target target_;
  std::unique_ptr<lab::Lab> lab_;
};

// Times of two subjects, each on its own bench, taken in turns.
struct Duel {
  std::vector<double> first, second;
};
std::optional<Duel> Alternate(Bench& first, const oracle::Subject& on_first, Bench& second,
                              const oracle::Subject& on_second, int rounds);

// A first look at the time of a case, to decide whether a proper one is worth it.
// Own milliseconds of the second run of the case; nothing when the target cannot run it.
std::optional<double> GlanceMs(Bench& bench, const ModelCase& model_case);

}  // namespace assay::resources
