// Runs an operator with bounds, then many times with the adversary, and reports the first element
// that leaves its bound.
#pragma once

#include "tests/unit/ops/op_test.h"

namespace assay::ops {

inline std::string FirstEscape(const Outputs& bounds, const Outputs& run) {
  for (size_t o = 0; o < bounds.size() && o < run.size(); ++o) {
    const Bounded &b = bounds[o].tensor, &r = run[o].tensor;
    for (int64_t i = 0; i < b.count(); ++i) {
      if (b.is_real() ? b.real(i).contains(r.real(i).v) : b.integer(i).contains(r.integer(i).v))
        continue;
      if (!b.is_real())
        return StrCat("output ", o, " element ", i, ": ", r.integer(i).v, " not in [",
                      b.integer(i).lo, ", ", b.integer(i).hi, "]");
      return StrCat("output ", o, " element ", i, ": ", r.real(i).v, " not in [", b.real(i).lo,
                    ", ", b.real(i).hi, "]");
    }
  }
  return "";
}

// Empty when `runs` random executions stay within the bounds.
inline std::string Escapes(const std::string& name, const Attrs& attrs,
                           const std::vector<Known>& inputs, RunOptions options = {},
                           int runs = 200) {
  const auto bounds = RunOp(name, attrs, inputs, options);
  if (!bounds.ok()) return bounds.error().message;
  Rng rng(11);
  options.adversary = &rng;
  for (int k = 0; k < runs; ++k) {
    const auto run = RunOp(name, attrs, inputs, options);
    if (!run.ok()) return run.error().message;
    const std::string escape = FirstEscape(*bounds, *run);
    if (!escape.empty()) return escape;
  }
  return "";
}

// The widest element of output `i`, relative to its value.
inline double RelativeWidth(const Result<Outputs>& result, size_t i = 0) {
  double widest = 0;
  for (int64_t k = 0; result.ok() && k < (*result)[i].tensor.count(); ++k) {
    const Real x = (*result)[i].tensor.real(k);
    widest = std::max(widest, x.width() / std::max(1e-30, std::fabs(x.v)));
  }
  return widest;
}

// Random normal numbers.
inline Known Normals(Rng& rng, DType dtype, const Shape& shape, double mean = 0,
                     double deviation = 1) {
  std::vector<double> values;
  for (int64_t i = 0; i < ElementCount(shape); ++i)
    values.push_back(mean + deviation * rng.Normal());
  return Numbers(dtype, shape, values);
}

}  // namespace assay::ops
