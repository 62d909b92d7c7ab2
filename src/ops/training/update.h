// What the optimiser steps share: inputs R (learning rate), T (update count), then the optimised
// tensors, their gradients and their states, each kind in one run: X1 X2 G1 G2 V1 V2.
#pragma once

#include "ops/elementwise.h"

namespace assay::ops {

// The outputs' types: X and the states, without the gradients. `kinds`: tensors per optimised one
// (X, G, states).
Result<Types> InferUpdate(const InferCall& call, size_t kinds);

// One optimised tensor: element i of each kind, in the order of the inputs.
struct UpdateElement {
  const Real* at;
  const Real& x() const { return at[0]; }
  const Real& gradient() const { return at[1]; }
  const Real& state(size_t k) const { return at[2 + k]; }
};

// step(element, results) for every element of every tensor; results: new X, then new states. All
// outputs in order.
template <typename F>
Result<Outputs> ForEachUpdate(const EvalCall& call, size_t kinds, F step) {
  const size_t tensors = (call.input_count() - 2) / kinds;
  Outputs out((kinds - 1) * tensors);
  for (size_t t = 0; t < tensors; ++t) {
    const Bounded& x = call.tensor(2 + t);
    std::vector<RealWriter> writers(kinds - 1, RealWriter(x.dtype(), x.shape()));
    std::vector<Real> in(kinds), results(kinds - 1);
    for (int64_t i = 0; i < x.count(); ++i) {
      for (size_t k = 0; k < kinds; ++k) in[k] = call.tensor(2 + k * tensors + t).real(i);
      step(UpdateElement{in.data()}, std::span<Real>(results));
      for (size_t k = 0; k + 1 < kinds; ++k) writers[k].set(i, results[k]);
    }
    for (size_t k = 0; k + 1 < kinds; ++k)
      out[k * tensors + t] = Known(std::move(writers[k]).Finish());
  }
  return out;
}

// The learning rate, and whether this is not the first update (T > 0).
struct UpdateHead {
  Real rate;
  int64_t count;
};
Result<UpdateHead> HeadOf(const EvalCall& call);

// The arithmetic of the coarser of the learning rate's type and the tensors'.
Arith UpdateArith(const EvalCall& call);

// a * b / c in any order.
Real ScaledQuotient(const Arith& arith, const Real& a, const Real& b, const Real& c);

}  // namespace assay::ops
