#include "training/step_bound.h"

#include <algorithm>
#include <cmath>

#include "bound/directed.h"

namespace assay::training {
namespace {

using gradient::Optimizer;
using gradient::OptimizerKind;

// Operations per element of a step, each a rounding or two, and as much again as margin: an
// optimiser may be written in another order or fused.
constexpr double kRoundings = 32;

// A number with the size of the largest terms that it was made of: its error is a multiple of that.
struct Term {
  double v = 0, size = 0;
};
Term operator+(const Term& a, const Term& b) { return {a.v + b.v, a.size + b.size}; }
Term operator*(double factor, const Term& a) { return {factor * a.v, std::fabs(factor) * a.size}; }

// The gradient of step t with the decay that is part of it.
Term Decayed(const Optimizer& o, double gradient, double parameter) {
  Term g{gradient, std::fabs(gradient)};
  if (o.kind != OptimizerKind::kAdamW)
    g = g + o.weight_decay * Term{parameter, std::fabs(parameter)};
  return g;
}

Span SgdMove(const Optimizer& o, const std::vector<Term>& g, double error_units) {
  Term buffer = g[0];
  for (size_t t = 1; t < g.size(); ++t) buffer = o.momentum * buffer + (1 - o.dampening) * g[t];
  if (o.momentum == 0) buffer = g.back();
  const Term move = o.learning_rate * (o.nesterov ? g.back() + o.momentum * buffer : buffer);
  const double error = error_units * move.size;
  return {move.v - error, move.v + error};
}

// Least and largest of m / (sqrt(v) + epsilon) over the ends of all three.
Span Quotient(const Span& m, const Span& size, const Span& epsilon) {
  Span out{kInf, -kInf};
  for (const double a : {m.lo, m.hi})
    for (const double b : {size.lo + epsilon.lo, size.hi + epsilon.hi}) {
      out.lo = std::min(out.lo, a / b);
      out.hi = std::max(out.hi, a / b);
    }
  return out;
}

Span AdamMove(const Optimizer& o, const std::vector<Term>& g, double error_units, double smallest) {
  Term m;
  double least = 0, most = 0;  // of v
  for (const Term& term : g) {
    m = o.beta1 * m + (1 - o.beta1) * term;
    const double error = error_units * term.size, size = std::fabs(term.v);
    const double low = std::max(0.0, size - error), high = size + error;
    least = o.beta2 * least + (1 - o.beta2) * low * low;
    most = o.beta2 * most + (1 - o.beta2) * high * high;
  }
  const auto n = static_cast<double>(g.size());
  const double c1 = 1 - std::pow(o.beta1, n), c2 = 1 - std::pow(o.beta2, n);
  // Squares below the least normal number may vanish.
  const double lost = std::sqrt(smallest * n);
  const Span size{std::max(0.0, std::sqrt(least / c2) * (1 - error_units) - lost / std::sqrt(c2)),
                  std::sqrt(most / c2) * (1 + error_units) + lost / std::sqrt(c2)};
  const double error = error_units * m.size;
  const Span mean{(m.v - error) / c1, (m.v + error) / c1};
  const Span epsilon{o.epsilon * (1 - error_units), o.epsilon / std::sqrt(c2) * (1 + error_units)};
  const Span ratio = Quotient(mean, size, epsilon);
  const double slack = error_units * std::max(std::fabs(ratio.lo), std::fabs(ratio.hi));
  return {o.learning_rate * (ratio.lo - slack), o.learning_rate * (ratio.hi + slack)};
}

}  // namespace

Span UpdatedWithin(const Optimizer& o, const std::vector<double>& before,
                   const std::vector<double>& gradients, double unit, double smallest) {
  const double error_units = kRoundings * unit;
  std::vector<Term> g;
  for (size_t t = 0; t < gradients.size(); ++t) {
    g.push_back(Decayed(o, gradients[t], before[t]));
    // The largest number of the type is about 1 / smallest.
    if (!(g.back().size * g.back().size < 1 / smallest)) return {-kInf, kInf};
  }
  const double p = before.back();
  const double kept =
      o.kind == OptimizerKind::kAdamW ? p - o.learning_rate * o.weight_decay * p : p;
  const Span move = o.kind == OptimizerKind::kSgd ? SgdMove(o, g, error_units)
                                                  : AdamMove(o, g, error_units, smallest);
  const double error =
      error_units * (std::fabs(p) + std::max(std::fabs(move.lo), std::fabs(move.hi))) +
      kRoundings * smallest;
  return {kept - move.hi - error, kept - move.lo + error};
}

}  // namespace assay::training
