// Which element of a row is largest, second largest, .. when the elements are only known to lie in
// intervals.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "bound/bounded.h"

namespace assay::ops {

// Wide enough to hold every float64, int64 and uint64 exactly.
using Key = long double;
static_assert(std::numeric_limits<Key>::digits >= 64);

struct KeyRange {
  Key v = 0, lo = 0, hi = 0;
};

// A row of n elements `stride` apart; negated when the smallest is wanted first.
struct Row {
  std::vector<KeyRange> keys;
  bool may_be_nan = false;  // NaN has no agreed place in the order
  bool certain = true;      // all keys are points
};
Row RowOf(const Bounded& x, int64_t base, int64_t stride, int64_t n, bool smallest);

// Positions that may be the largest; of equal ones the first (or last) counts. Needs a row that is
// not empty.
struct Extreme {
  int64_t likely = 0;
  std::vector<int64_t> possible;  // ascending, holds likely
};
Extreme LargestOf(const Row& row, bool last);

// The positions in falling order of the values v, equal ones by position.
std::vector<int64_t> FallingOrder(const Row& row);

// For each element the first and last rank (0: largest) that it may have; equal ones rank by
// position.
struct Ranks {
  std::vector<int64_t> first, last;
};
Ranks RanksOf(const Row& row);

}  // namespace assay::ops
