// What elementwise operators share: inference by broadcasting, and loops over elements with bounds.
#pragma once

#include <vector>

#include "bound/real_writer.h"
#include "ops/op.h"

namespace assay::ops {

// Output 0 has the type of input 0.
Result<Types> InferSame(const InferCall& call);
// All inputs broadcast together (NumPy rules); the element type is input 0's, or `result`.
Result<Types> InferBroadcast(const InferCall& call);
Result<Types> InferBroadcastBool(const InferCall& call);
// The broadcast of two types' dims with symbols: 1 yields to the other side, equal symbols stay.
Result<TensorType> BroadcastTypes(const TensorType& a, const TensorType& b);

// For each element of `out` the element of a tensor of shape `from` that it reads. Empty: the
// identity.
std::vector<int64_t> BroadcastMap(const Shape& from, const Shape& out);
inline int64_t At(const std::vector<int64_t>& map, int64_t i) {
  return map.empty() ? i : map[static_cast<size_t>(i)];
}

// f(Real) -> Real on each element.
template <typename F>
Bounded MapReal(const Bounded& x, DType out, F f) {
  RealWriter writer(out, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) writer.set(i, f(x.real(i)));
  return std::move(writer).Finish();
}

// f(Int) -> Int on each element.
template <typename F>
Bounded MapInt(const Bounded& x, DType out, F f) {
  Bounded y(out, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) y.set(i, f(x.integer(i)));
  return y;
}

// f(Real, Real) -> Real on the broadcast of a and b.
template <typename F>
Result<Bounded> ZipReal(const Bounded& a, const Bounded& b, DType out, F f) {
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(a.shape(), b.shape()));
  if (ElementCount(shape) > kMaxElements)
    return Unsupported("broadcast result is too large to evaluate");
  const std::vector<int64_t> ia = BroadcastMap(a.shape(), shape),
                             ib = BroadcastMap(b.shape(), shape);
  RealWriter writer(out, shape);
  const int64_t n = ElementCount(shape);
  for (int64_t i = 0; i < n; ++i) writer.set(i, f(a.real(At(ia, i)), b.real(At(ib, i))));
  return std::move(writer).Finish();
}

// f(Int, Int) -> Int on the broadcast of a and b.
template <typename F>
Result<Bounded> ZipInt(const Bounded& a, const Bounded& b, DType out, F f) {
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(a.shape(), b.shape()));
  ASSAY_ASSIGN(Bounded y, NewTensor(out, shape));
  const std::vector<int64_t> ia = BroadcastMap(a.shape(), shape),
                             ib = BroadcastMap(b.shape(), shape);
  for (int64_t i = 0; i < y.count(); ++i) y.set(i, f(a.integer(At(ia, i)), b.integer(At(ib, i))));
  return y;
}

// One output.
inline Result<Outputs> One(Bounded y) {
  Outputs out;
  out.emplace_back(std::move(y));
  return out;
}
inline Result<Outputs> One(Result<Bounded> y) {
  if (!y.ok()) return y.error();
  return One(std::move(y).value());
}
inline Result<Types> OneType(TensorType type) { return Types{ValueType(std::move(type))}; }

}  // namespace assay::ops
