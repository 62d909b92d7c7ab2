// Pooling: windows gathered into rows, then a reduction of each row.
#include <limits>

#include "gradient/spread.h"
#include "gradient/vjp.h"
#include "ops/pool/pool.h"

namespace assay::gradient {
namespace {

struct Windows {
  ops::Pool pool;
  std::vector<int64_t> taps;   // positions x kernel: offset in the plane, -1 outside
  std::vector<double> counts;  // per position: elements inside, and those of the padding if counted
  int64_t kernel = 1;
};

Windows Place(Vjp& v, bool count_padding) {
  auto pool = ops::ReadPool(v, v.shape());
  if (!pool.ok()) v.Refuse(pool.error().message);
  Windows out{.pool = *pool, .kernel = ops::KernelSize(pool->axes)};
  ops::ForEachWindow(pool->axes, [&](int64_t, std::span<const ops::WindowTap> taps) {
    double count = 0;
    for (const ops::WindowTap& tap : taps) {
      out.taps.push_back(tap.input >= 0 ? tap.input : -1);
      count += tap.input >= 0 || (count_padding && tap.input == ops::kTapPadding);
    }
    if (count == 0) v.Refuse("a window lies outside the input");
    out.counts.push_back(count);
  });
  return out;
}

// [planes, positions, kernel]
ValueId Rows(Vjp& v, const Windows& windows, double outside) {
  const ops::Pool& pool = windows.pool;
  const ValueId planes = v.t.Reshape(v.x(), Shape{pool.planes, pool.plane});
  return v.t.Reshape(Collect(v.t, planes, windows.taps, outside),
                     Shape{pool.planes, pool.positions, windows.kernel});
}

Axes SpatialAxes(Vjp& v) {
  Axes axes;
  for (size_t i = 2; i < v.shape().size(); ++i) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

// (sum |x|^p)^(1/p) along the axes.
ValueId Norm(Vjp& v, ValueId x, const Axes& axes, bool keep) {
  Tape& t = v.t;
  const auto p = static_cast<double>(v.AttrInt("p", 2));
  if (p == 1) return t.Reduce("ReduceL1", x, axes, keep);
  if (p == 2) return t.Reduce("ReduceL2", x, axes, keep);
  const ValueId powers = t.Op("Pow", {t.Op("Abs", {x}), t.Number(x, p)});
  return t.Op("Pow", {t.Reduce("ReduceSum", powers, axes, keep), t.Number(x, 1 / p)});
}

}  // namespace

std::vector<ValueId> MaxPoolExpansion(Vjp& v) {
  const Windows windows = Place(v, false);
  const ValueId rows = Rows(v, windows, -std::numeric_limits<double>::infinity());
  return {v.t.Reshape(v.t.Reduce("ReduceMax", rows, {2}, false), windows.pool.shape)};
}

std::vector<ValueId> AveragePoolExpansion(Vjp& v) {
  const Windows windows = Place(v, v.AttrInt("count_include_pad", 0) != 0);
  const ValueId sums = v.t.Reduce("ReduceSum", Rows(v, windows, 0), {2}, false);
  const ValueId counts =
      v.t.Constant(MakeTensor(v.dtype(), Shape{1, windows.pool.positions}, windows.counts));
  return {v.t.Reshape(v.t.Div(sums, counts), windows.pool.shape)};
}

std::vector<ValueId> LpPoolExpansion(Vjp& v) {
  const Windows windows = Place(v, true);
  return {v.t.Reshape(Norm(v, Rows(v, windows, 0), {2}, false), windows.pool.shape)};
}

std::vector<ValueId> GlobalMaxPoolExpansion(Vjp& v) {
  return {v.t.Reduce("ReduceMax", v.x(), SpatialAxes(v), true)};
}

std::vector<ValueId> GlobalAveragePoolExpansion(Vjp& v) {
  return {v.t.Reduce("ReduceMean", v.x(), SpatialAxes(v), true)};
}

std::vector<ValueId> GlobalLpPoolExpansion(Vjp& v) {
  return {Norm(v, v.x(), SpatialAxes(v), true)};
}

}  // namespace assay::gradient
