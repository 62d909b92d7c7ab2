// GRU: one layer of gated recurrent units.
//
//   z = f(Wz x + Rz H + bz)   r = f(Wr x + Rr H + br)   H' = (1 - z) * n + z * H
//   n = g(Wh x + Rh (r * H) + bh)               linear_before_reset = 0
//   n = g(Wh x + Wbh + r * (Rh H + Rbh))        otherwise
//
// Spec:  ONNX opsets 1, 3 (linear_before_reset), 7, 14 (layout), 22 (bfloat16). Weights in the
// order update, reset, hidden. Traps: the new state is a mixture: bounding 1 - z and z apart would
// forget that they belong together.
#include <algorithm>

#include "ops/rnn/recurrent.h"

namespace assay::ops {
namespace gru {
namespace {

constexpr Open kAlphas = {
    "whether a function without alpha or beta consumes an entry of activation_alpha and "
    "activation_beta",
    "ONNX GRU: 'The values are consumed in the order of activation functions'"};
// Two differences, two products and a sum, each off by at most u of its magnitude, in either form.
constexpr double kMixUnits = 4;

const CellKind& Kind() {
  static const auto* const kind = new CellKind{3, false, {"Sigmoid", "Tanh"}};
  return *kind;
}

double Magnitude(const Real& x) { return std::max(std::fabs(x.lo), std::fabs(x.hi)); }

// (1 - z) * fresh + z * old, as written or as fresh + z * (old - fresh). Linear in each operand:
// corners bound it.
Real Mix(const Arith& arith, const Real& z, const Real& fresh, const Real& old) {
  if (arith.adversarial()) {
    if (arith.adversary().Chance(0.5)) return arith.Add(fresh, arith.Mul(z, arith.Sub(old, fresh)));
    const Real a[] = {arith.Sub(Real::Point(1), z), z}, b[] = {fresh, old};
    return arith.Dot(a, b);
  }
  const Nan nan = std::max({z.nan, fresh.nan, old.nan});
  if (nan == Nan::kMust) return Real::MustNan();
  const double size = Magnitude(fresh) * (1 + Magnitude(z)) + Magnitude(z) * Magnitude(old) +
                      Magnitude(fresh) + Magnitude(old);
  if (!(size < kInf)) return Real::Anything(old.v);
  Real exact{fresh.v + z.v * (old.v - fresh.v), kInf, -kInf, nan};
  for (int corner = 0; corner < 8; ++corner) {
    const double zc = corner & 1 ? z.hi : z.lo, f = corner & 2 ? fresh.hi : fresh.lo,
                 o = corner & 4 ? old.hi : old.lo;
    const double value = (1 - zc) * f + zc * o;
    exact.lo = std::min(exact.lo, value);
    exact.hi = std::max(exact.hi, value);
  }
  exact.v = std::clamp(exact.v, exact.lo, exact.hi);
  const FloatFormat& format = FormatOf(arith.type());
  const double least = format.min_normal < 1e-30 ? format.min_normal : format.min_subnormal;
  const double units = kMixUnits * (arith.unit() + 0x1p-52) + arith.FactorError();
  return arith.Inexact(exact, units * size + 4 * least * (2 + size + Magnitude(z)));
}

class GruStep {
 public:
  GruStep(const RecurrentCall& gru, bool linear_first) : gru_(gru), linear_first_(linear_first) {}

  void operator()(const Direction& d, std::span<const Real> x, std::vector<Real>& h,
                  std::vector<Real>&) const {
    const Arith& arith = gru_.arith();
    const int64_t n = gru_.hidden();
    std::vector<Real> reset(h.size()), masked(h.size()), next(h.size());
    for (int64_t u = 0; u < n; ++u) {
      const auto k = static_cast<size_t>(u);
      reset[k] = d.activations[0].Apply(arith, gru_.Gate(d, n + u, x, h));
      masked[k] = arith.Mul(reset[k], h[k]);
    }
    for (int64_t u = 0; u < n; ++u) {
      const auto k = static_cast<size_t>(u);
      const Real update = d.activations[0].Apply(arith, gru_.Gate(d, u, x, h));
      const Real sum = linear_first_ ? gru_.InputHalf(d, 2 * n + u, x, reset[k],
                                                      gru_.RecurrentHalf(d, 2 * n + u, h))
                                     : gru_.Gate(d, 2 * n + u, x, masked);
      next[k] = Mix(arith, update, d.activations[1].Apply(arith, sum), h[k]);
    }
    h = std::move(next);
  }

 private:
  const RecurrentCall& gru_;
  bool linear_first_;
};

Result<Types> InferGru(const InferCall& call) { return InferRecurrent(call, Kind()); }

Result<Outputs> EvaluateGru(const EvalCall& call) {
  ASSAY_ASSIGN(const RecurrentCall gru, RecurrentCall::From(call, Kind()));
  return gru.Run(GruStep(gru, call.AttrInt("linear_before_reset", 0) != 0));
}

std::optional<Proposal> ProposeGru(const ProposeCall& call) {
  std::optional<Proposal> out = ProposeRecurrent(call, Kind());
  if (out && call.rng.Chance(0.4)) out->attrs.Set("linear_before_reset", int64_t{1});
  return out;
}

}  // namespace
}  // namespace gru

OpDef GRUDef() {
  return {.name = "GRU",
          .meaning = "one layer of gated recurrent units",
          .rounding = Rounding::kComposite,
          .infer = gru::InferGru,
          .evaluate = gru::EvaluateGru,
          .propose = gru::ProposeGru,
          .open = {gru::kAlphas}};
}

}  // namespace assay::ops
