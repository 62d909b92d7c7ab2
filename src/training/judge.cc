#include "training/judge.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "bound/directed.h"

namespace assay::training {
namespace {

using gradient::Optimizer;
using gradient::OptimizerKind;

using oracle::Judgement;
using oracle::Verdict;

constexpr double kRadii = 16;
constexpr double kTensorUnits = 4096, kOverallUnits = 256;
constexpr double kSpreads = 16, kGrossShare = 0.05, kSteady = 1.0 / 16;

double ScaleOf(const Known& known) {
  double scale = 0;
  if (!known.is_tensor()) return kInf;
  for (int64_t i = 0; i < known.tensor.count(); ++i) {
    const Real element = known.tensor.real(i);
    if (element.nan != Nan::kMust && std::isfinite(element.v))
      scale = std::max(scale, std::fabs(element.v));
  }
  return scale;
}

const Known& TruthOf(const TrainingCase& lesson, int which) {
  return which < 0 ? lesson.loss : lesson.gradients[static_cast<size_t>(which)];
}

// How far element x may be from its value by the certified bounds alone; infinite: anything.
double CertifiedRadius(const Real& x) {
  if (x.nan != Nan::kNever) return kInf;
  return std::max(x.hi - x.v, x.v - x.lo);
}

class Judge {
 public:
  Judge(const TrainingCase& lesson, int which, const Allowed& allowed)
      : truth_(TruthOf(lesson, which)),
        which_(which),
        allowed_(allowed),
        unit_(lesson.unit),
        scale_(ScaleOf(truth_)) {}

  Judgement Run(const Tensor* got) {
    Judgement out;
    bool judged = false;
    for (int64_t i = 0; i < truth_.tensor.count(); ++i) {
      const Real truth = truth_.tensor.real(i);
      const double y = got == nullptr ? 0 : got->RealAt(i);
      const double distance = std::isfinite(y) ? std::fabs(y - truth.v) : kInf;
      const double bound = Bound(truth, distance);
      if (!(bound < kInf)) continue;
      judged = true;
      Note(out, i, y, truth.v, bound, distance);
    }
    if (!judged) out.verdict = Verdict::kUndetermined;
    return out;
  }

 private:
  // Executions are asked only where they could decide.
  double Bound(const Real& truth, double distance) {
    const double shared = which_ < 0 ? 0 : kOverallUnits * unit_ * allowed_.overall;
    const double certified =
        kRadii * CertifiedRadius(truth) + kTensorUnits * unit_ * scale_ + shared;
    if (!(distance > certified) && certified < kInf) return certified;
    if (certified < kGrossShare * scale_ || truth.nan == Nan::kMust) return certified;
    if (distance <= kGrossShare * scale_ + shared) return kInf;
    const double spread = allowed_.runs->SpreadOf(which_);
    if (!(spread <= kSteady * scale_)) return certified;
    return std::min(certified, kSpreads * spread + kGrossShare * scale_ + shared);
  }

  static void Note(Judgement& out, int64_t i, double got, double truth, double bound,
                   double distance) {
    const double excess = distance - bound;
    if (std::isfinite(distance)) out.max_error = std::max(out.max_error, distance);
    out.max_bound = std::max(out.max_bound, bound);
    if (out.has_worst && !(excess > out.excess)) return;
    out.has_worst = true;
    out.worst_index = i;
    out.got = got;
    out.truth = truth;
    out.bound = bound;
    out.excess = excess;
    if (excess > 0) out.verdict = Verdict::kWrong;
  }

  const Known& truth_;
  const int which_;
  const Allowed& allowed_;
  const double unit_, scale_;
};

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

double OverallScale(const TrainingCase& lesson) {
  double scale = 0;
  for (const Known& gradient : lesson.gradients)
    if (const double s = ScaleOf(gradient); s < kInf) scale = std::max(scale, s);
  return scale;
}

Judgement JudgeAnswer(const TrainingCase& lesson, int which, const Tensor* got,
                      const Allowed& allowed) {
  const Known& truth = TruthOf(lesson, which);
  Judgement out;
  if (!truth.is_tensor()) {
    out.verdict = Verdict::kUndetermined;
    return out;
  }
  const Bounded& tensor = truth.tensor;
  if (got != nullptr && (!IsFloat(got->dtype()) || got->shape() != tensor.shape() ||
                         (which >= 0 && got->dtype() != tensor.dtype()))) {
    out.verdict = Verdict::kWrong;
    out.other_type = true;
    out.note = StrCat("is ", DTypeName(got->dtype()), ShapeText(got->shape()), ", should be ",
                      DTypeName(tensor.dtype()), ShapeText(tensor.shape()));
    return out;
  }
  return Judge(lesson, which, allowed).Run(got);
}

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
