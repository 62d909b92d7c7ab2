// The Reduce operators.
#include <algorithm>
#include <numeric>

#include "gradient/rules/others.h"
#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// The axes that are summed over, sorted; all when none are named, unless the node says otherwise.
Axes AxesOf(Vjp& v) {
  const auto rank = static_cast<int64_t>(v.shape().size());
  Axes axes = v.IntsOf(1, "axes").value_or(Axes());
  if (axes.empty() && v.AttrInt("noop_with_empty_axes", 0) == 0) {
    axes.resize(static_cast<size_t>(rank));
    std::iota(axes.begin(), axes.end(), 0);
  }
  for (int64_t& axis : axes) axis = axis < 0 ? axis + rank : axis;
  std::sort(axes.begin(), axes.end());
  return axes;
}

Shape Kept(Vjp& v) {
  Shape shape = v.shape();
  for (const int64_t axis : AxesOf(v)) shape[static_cast<size_t>(axis)] = 1;
  return shape;
}

// dy, or y, with the reduced axes as axes of size 1.
ValueId Flow(Vjp& v) { return v.t.Reshape(v.dy(), Kept(v)); }
ValueId Result(Vjp& v) { return v.t.Reshape(v.y(), Kept(v)); }

// x as [B, 1, K], reduced axes last; the permutation that did it in `perm`.
ValueId AsRows(Vjp& v, ValueId x, Axes& perm) {
  const Shape shape = v.shape();
  const Axes axes = AxesOf(v);
  int64_t length = 1;
  for (int64_t i = 0; i < static_cast<int64_t>(shape.size()); ++i)
    if (!std::binary_search(axes.begin(), axes.end(), i)) perm.push_back(i);
  for (const int64_t i : axes) {
    perm.push_back(i);
    length *= shape[static_cast<size_t>(i)];
  }
  const int64_t rows = length == 0 ? 0 : ElementCount(shape) / length;
  return v.t.Reshape(v.t.Transpose(x, perm), Shape{rows, 1, length});
}

// The way back to x's own shape.
ValueId FromRows(Vjp& v, ValueId rows, const Axes& perm) {
  Shape turned;
  Axes inverse(perm.size());
  for (size_t i = 0; i < perm.size(); ++i) {
    turned.push_back(v.shape()[static_cast<size_t>(perm[i])]);
    inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  }
  return v.t.Transpose(v.t.Reshape(rows, turned), inverse);
}

void Extreme(Vjp& v, bool greatest) {
  Axes perm;
  const ValueId x = greatest ? v.x() : v.t.Neg(v.x());
  const ValueId chosen = FromRows(v, GreatestOf(v.t, AsRows(v, x, perm)), perm);
  v.Give(0, v.t.Mul(Flow(v), chosen));
}

}  // namespace

void ReduceSumVjp(Vjp& v) { v.Give(0, Flow(v)); }

void ReduceMeanVjp(Vjp& v) {
  const int64_t rows = std::max<int64_t>(ElementCount(Kept(v)), 1);
  const auto terms = static_cast<double>(ElementCount(v.shape()) / rows);
  v.Give(0, v.t.Div(Flow(v), v.t.Number(v.dy(), terms)));
}

void ReduceL1Vjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x();
  v.Give(0, t.Mul(Flow(v), t.Kink(x, t.Number(x, 0), t.Number(x, 1), t.Number(x, -1))));
}

// x / |x|; at |x| = 0 any direction of length up to 1 is a subgradient.
void ReduceL2Vjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId norm = Result(v), zero = t.Op("Equal", {norm, t.Number(norm, 0)});
  t.NoteTie(zero);
  const ValueId any = t.Shift(t.Scale(t.TieWeight(v.dtype()), 2), -1);
  v.Give(0, t.Mul(Flow(v), t.Where(zero, any, t.Div(v.x(), norm))));
}

void ReduceSumSquareVjp(Vjp& v) { v.Give(0, v.t.Mul(Flow(v), v.t.Scale(v.x(), 2))); }

void ReduceLogSumVjp(Vjp& v) {
  v.Give(0, v.t.Div(Flow(v), v.t.Reduce("ReduceSum", v.x(), AxesOf(v), true)));
}

void ReduceLogSumExpVjp(Vjp& v) { v.Give(0, v.t.Mul(Flow(v), v.t.Exp(v.t.Sub(v.x(), Result(v))))); }

// The product of the others, not y / x: x may be zero.
void ReduceProdVjp(Vjp& v) {
  Axes perm;
  const ValueId others = Others(v.t, AsRows(v, v.x(), perm), "Mul", 1);
  v.Give(0, v.t.Mul(Flow(v), FromRows(v, others, perm)));
}

void ReduceMaxVjp(Vjp& v) { Extreme(v, true); }
void ReduceMinVjp(Vjp& v) { Extreme(v, false); }

}  // namespace assay::gradient
