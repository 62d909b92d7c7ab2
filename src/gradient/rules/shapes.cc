// Operators that only arrange elements, where the way back is an operator, too.
#include <algorithm>
#include <numeric>

#include "gradient/vjp.h"

namespace assay::gradient {

// Reshape, Flatten, Squeeze, Unsqueeze: the same elements in the same order.
void ReshapeVjp(Vjp& v) { v.Give(0, v.t.Reshape(v.dy(), v.shape())); }

void TransposeVjp(Vjp& v) {
  Axes perm = v.AttrInts("perm");
  if (perm.empty()) {
    perm.resize(v.shape().size());
    std::iota(perm.rbegin(), perm.rend(), 0);
  }
  Axes inverse(perm.size());
  for (size_t i = 0; i < perm.size(); ++i)
    inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  v.Give(0, v.t.Transpose(v.dy(), inverse));
}

// Vjp::Give sums over the axes that were repeated.
void ExpandVjp(Vjp& v) { v.Give(0, v.dy()); }

void ConcatVjp(Vjp& v) {
  const int64_t rank = v.t.rank(v.y());
  const int64_t axis = (v.AttrInt("axis", 0) + rank) % rank;
  int64_t start = 0;
  for (size_t i = 0; i < v.input_count(); ++i) {
    const int64_t size = v.shape(i)[static_cast<size_t>(axis)];
    if (v.wants(i)) v.Give(i, v.t.Slice(v.dy(), {start}, {start + size}, {axis}));
    start += size;
  }
}

void SplitVjp(Vjp& v) {
  const auto rank = static_cast<int64_t>(v.shape().size());
  const int64_t axis = (v.AttrInt("axis", 0) + rank) % rank;
  std::vector<ValueId> parts;
  for (size_t k = 0; k < v.output_count(); ++k)
    parts.push_back(v.dy(k) != kAbsent ? v.dy(k) : v.t.Filled(v.dtype(), v.t.shape(v.y(k)), 0));
  v.Give(0, v.t.Concat(parts, axis));
}

// Each element was copied to all places that differ by multiples of the sizes: with the repeats as
// axes of their own, a sum over those.
void TileVjp(Vjp& v) {
  const Shape& from = v.shape();
  const auto repeats = v.IntsOf(1, "repeats");
  Shape split;
  Axes summed;
  for (size_t i = 0; i < from.size(); ++i) {
    summed.push_back(static_cast<int64_t>(split.size()));
    split.push_back((*repeats)[i]);
    split.push_back(from[i]);
  }
  v.Give(0, v.t.Reduce("ReduceSum", v.t.Reshape(v.dy(), split), summed, false));
}

// The sum of what comes after instead of before.
void CumSumVjp(Vjp& v) {
  const int64_t reverse = v.AttrInt("reverse", 0), exclusive = v.AttrInt("exclusive", 0);
  v.Give(0, v.t.Op("CumSum", {v.dy(), v.x(1)},
                   {{"reverse", int64_t{reverse == 0}}, {"exclusive", exclusive}}));
}

}  // namespace assay::gradient
