// Bench: a process of one target that belongs to nobody else, for measuring.
//
// A busy machine makes everything slower, but only in ways that can be told apart: a process that
// waits for a CPU stands in the kernel's queue, and that time is known. What is left of the wall
// time is its own, whether it computes or sleeps; `own_ms` is that, and it is what all checks use.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/model_case.h"
#include "lab/lab.h"
#include "oracle/evidence.h"

namespace assay::resources {

// Figures that a busy machine cannot spoil: medians with intervals, slopes from all pairs.
//
// None of them assumes anything about how the noise is distributed; intervals hold with about 95 %.
struct Interval {
  double lo = 0, mid = 0, hi = 0;
};

// Need at least one value.
double Median(std::vector<double> values);
// The median, and between which of the sorted values it lies. With fewer than six values the
// interval is their whole range.
Interval MedianInterval(std::vector<double> values);

// Of `first[i] / second[i]`: pairs that were measured one right after the other, so that a change
// of the machine's speed hits both. Needs positive values, as many of one as of the other.
Interval RatioInterval(std::span<const double> first, std::span<const double> second);

// Change per step: the median of the slopes of all pairs (Theil and Sen), which ignores outliers up
// to 29 %. Needs at least two values.
Interval Slope(std::span<const double> values);

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
