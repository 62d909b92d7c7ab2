// Figures that a busy machine cannot spoil: medians with intervals, slopes from all pairs.
//
// None of them assumes anything about how the noise is distributed; intervals hold with about 95 %.
#pragma once

#include <span>
#include <vector>

namespace assay::resources {

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

}  // namespace assay::resources
