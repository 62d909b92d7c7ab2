// Resize that interpolates: linear in the data and separable, one matrix per axis.
//
//   y = M1 x M2^T ..,   dx = M1^T dy M2 ..
//
// The matrices come from the operator itself: it is run in float64 on data that is 1 at one
// position of an axis and constant along the others; its weights along those add up to 1.
#include <algorithm>
#include <numeric>

#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// The operator on `data`.
Bounded Run(Vjp& v, const Tensor& data) {
  std::vector<Known> inputs = {Known(Bounded::From(data, {}).value())};
  for (size_t i = 1; i < v.input_count(); ++i) {
    if (!v.has(i)) {
      inputs.emplace_back();
      continue;
    }
    const auto value = v.Constant(i);
    if (!value.has_value()) v.Refuse("its sizes or scales are not constant");
    inputs.emplace_back(Bounded::From(*value, {}).value());
  }
  Rng unused(0);
  const Rules rules;
  const auto out =
      ops::FindOp("", "Resize")
          ->evaluate(ops::EvalCall(v.node(), v.opset(), inputs, rules, nullptr, unused, nullptr));
  if (!out.ok()) v.Refuse(out.error().message);
  return (*out)[0].tensor;
}

// [out, in] of axis `axis`.
Tensor Matrix(Vjp& v, size_t axis) {
  const Shape &from = v.shape(), to = v.t.shape(v.y());
  const int64_t in = from[axis], stride = Strides(to)[axis];
  std::vector<double> matrix(static_cast<size_t>(to[axis] * in));
  for (int64_t j = 0; j < in; ++j) {
    std::vector<double> values;
    for (Odometer it(from, Strides(from)); !it.done(); it.Next())
      values.push_back(it.index()[axis] == j ? 1 : 0);
    const Bounded column = Run(v, MakeTensor(DType::kFloat64, from, values));
    for (int64_t o = 0; o < to[axis]; ++o)
      matrix[static_cast<size_t>(o * in + j)] = column.real(o * stride).v;
  }
  return MakeTensor(v.dtype(), Shape{to[axis], in}, matrix);
}

}  // namespace

void InterpolationVjp(Vjp& v) {
  Tape& t = v.t;
  const Shape from = v.shape(), to = t.shape(v.y());
  ValueId d = v.dy();
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (from[axis] == to[axis]) {
      const Tensor m = Matrix(v, axis);
      bool identity = true;
      for (int64_t i = 0; i < m.count(); ++i)
        identity = identity && m.RealAt(i) == (i % (from[axis] + 1) == 0 ? 1 : 0);
      if (identity) continue;
    }
    Axes perm(from.size());
    std::iota(perm.begin(), perm.end(), 0);
    std::swap(perm[axis], perm.back());
    d = t.Op("MatMul", {t.Transpose(d, perm), t.Constant(Matrix(v, axis))});
    d = t.Transpose(d, perm);
  }
  v.Give(0, d);
}

}  // namespace assay::gradient
