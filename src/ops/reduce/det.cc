// Det: determinants of square matrices in the last two axes.
//
// Spec:  ONNX opsets 11, 22 (bfloat16). The determinant of an empty matrix is 1.
//
// Bound: libraries use an elimination with row exchanges, small sizes also the expansion by
// cofactors. An elimination gives the exact determinant of a perturbed matrix A + E with |E| <= c n
// u |L||U|, and |det(A+E) - det A| is at most perm(|A| + |E|) - perm|A|, where perm is the
// permanent; the intervals of the elements enter E as their radii.
#include <bit>

#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

// Above this size the permanent is replaced by the product of row sums, which is larger but cheap.
constexpr size_t kMaxPermanent = 10;

using Matrix = std::vector<double>;  // n * n, row-major

// Lower and upper factor in one matrix, rows exchanged as in partial pivoting; `order` tells where
// each row came from.
long double Eliminate(size_t n, std::vector<long double>& a, std::vector<size_t>& order) {
  long double det = 1;
  order.resize(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k])) pivot = i;
    if (pivot != k) {
      det = -det;
      std::swap(order[k], order[pivot]);
      for (size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    }
    const long double p = a[k * n + k];
    det *= p;
    if (p == 0) continue;
    for (size_t i = k + 1; i < n; ++i) {
      const long double f = a[i * n + k] /= p;
      for (size_t j = k + 1; j < n; ++j) a[i * n + j] -= f * a[k * n + j];
    }
  }
  return det;
}

// Permanent of a non-negative matrix by sets of columns; an upper bound for large ones.
double Permanent(size_t n, const Matrix& a) {
  if (n > kMaxPermanent) {
    double product = 1;
    for (size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (size_t j = 0; j < n; ++j) sum += a[i * n + j];
      product *= sum;
    }
    return product;
  }
  std::vector<double> of_set(size_t{1} << n, 0.0);
  of_set[0] = 1;
  for (size_t set = 1; set < of_set.size(); ++set) {
    const auto row = static_cast<size_t>(std::popcount(set)) - 1;
    for (size_t j = 0; j < n; ++j)
      if ((set >> j) & 1) of_set[set] += of_set[set ^ (size_t{1} << j)] * a[row * n + j];
  }
  return of_set.back();
}

// Some libraries take the exponential of the logarithm of the determinant, even of a single number.
double ThroughLogarithm(const Arith& arith, const Real& det) {
  const double size = std::max(std::fabs(det.lo), std::fabs(det.hi));
  if (!(size > 0) || !std::isfinite(size)) return 0;
  return arith.unit() * size * (4 + std::fabs(std::log(size)));
}

Real BoundDet(const Arith& arith, size_t n, std::span<const Real> m) {
  std::vector<long double> factors(n * n);
  for (size_t i = 0; i < n * n; ++i) {
    if (m[i].nan != Nan::kNever || std::isinf(m[i].lo) || std::isinf(m[i].hi))
      return Real::Anything();
    factors[i] = m[i].v;
  }
  std::vector<size_t> order;
  const auto v = static_cast<double>(Eliminate(n, factors, order));
  const double units = 4 * static_cast<double>(n) * arith.unit();
  // What vanishes below the smallest number: factors (times the pivot row), differences, and the
  // product of the pivots (times those that are still to come).
  double widest = 1, pivots = 1;
  for (size_t i = 0; i < n * n; ++i)
    widest = std::max(widest, std::fabs(static_cast<double>(factors[i])));
  for (size_t k = 0; k < n; ++k)
    pivots *= std::max(1.0, std::fabs(static_cast<double>(factors[k * n + k])));
  const double vanished = 2 * static_cast<double>(n) * UnderflowError(arith);
  Matrix plain(n * n), moved(n * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      double growth = 0;  // (|L||U|)[i][j]
      for (size_t k = 0; k <= std::min(i, j); ++k)
        growth += (k == i ? 1.0 : std::fabs(static_cast<double>(factors[i * n + k]))) *
                  std::fabs(static_cast<double>(factors[k * n + j]));
      const Real& x = m[order[i] * n + j];
      plain[i * n + j] = std::fabs(x.v);
      moved[i * n + j] = plain[i * n + j] + std::max(x.hi - x.v, x.v - x.lo) +
                         units * std::max(growth, plain[i * n + j]) + vanished * widest;
    }
  }
  const double largest = Permanent(n, moved);
  if (!(largest < FormatOf(arith.type()).max)) return Real::Anything(v);
  double error = largest - Permanent(n, plain) + units * (largest + std::fabs(v)) * 0.5 +
                 FormatOf(arith.type()).min_normal * largest + vanished * pivots;
  if (arith.rules().tier == Tier::kLenient) error += ThroughLogarithm(arith, Real::Point(v));
  return arith.Inexact(Real::Point(v), error);
}

// Elimination with row exchanges.
Real ExecuteDet(const Arith& arith, size_t n, std::vector<Real> a) {
  Real det = Real::Point(1);
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i)
      if (std::fabs(a[i * n + k].v) > std::fabs(a[pivot * n + k].v)) pivot = i;
    if (pivot != k) {
      det = Arith::Neg(det);
      for (size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    }
    det = arith.Mul(det, a[k * n + k]);
    if (a[k * n + k].v == 0) return Real::Point(0);
    for (size_t i = k + 1; i < n; ++i) {
      const Real f = arith.Div(a[i * n + k], a[k * n + k]);
      for (size_t j = k + 1; j < n; ++j)
        a[i * n + j] = arith.Sub(a[i * n + j], arith.Mul(f, a[k * n + j]));
    }
  }
  return det;
}

Real DetOf(const Arith& arith, size_t n, std::span<const Real> m) {
  if (n == 0) return Real::Point(1);
  if (n == 1 && (arith.adversarial() || arith.rules().tier == Tier::kStrict)) return m[0];
  if (n == 1) return arith.Inexact(m[0], ThroughLogarithm(arith, m[0]));
  if (!arith.adversarial()) return BoundDet(arith, n, m);
  if (n == 2 && Varies(arith, 0.5)) return arith.Sub(arith.Mul(m[0], m[3]), arith.Mul(m[1], m[2]));
  return ExecuteDet(arith, n, {m.begin(), m.end()});
}

Result<Types> InferDet(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (!x.has_rank) return OneType(TensorType(x.dtype));
  if (x.rank() < 2) return Invalid(StrCat("X must hold matrices, is ", TypeText(x)));
  const Dim rows = x.dims[x.dims.size() - 2], columns = x.dims.back();
  if (rows.known() && columns.known() && rows.size != columns.size)
    return Invalid(StrCat("X must hold square matrices, is ", TypeText(x)));
  return OneType(TensorType(x.dtype, Dims(x.dims.begin(), x.dims.end() - 2)));
}

Result<Outputs> EvaluateDet(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  const Arith arith = call.arith(x.dtype());
  const auto n = static_cast<size_t>(x.shape().back());
  if (n > 256) return Unsupported(StrCat("determinants of ", n, " rows are not evaluated"));
  const Shape batch(x.shape().begin(), x.shape().end() - 2);
  ASSAY_ASSIGN(Bounded out, NewTensor(x.dtype(), batch));
  std::vector<Real> m(n * n);
  for (int64_t b = 0; b < out.count(); ++b) {
    for (size_t i = 0; i < m.size(); ++i)
      m[i] = x.real(b * static_cast<int64_t>(m.size()) + static_cast<int64_t>(i));
    out.set(b, DetOf(arith, n, m));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeDet(const ProposeCall& call) {
  const Shape shape = call.shape(0);
  if (shape.size() < 2 || shape.back() != shape[shape.size() - 2] || shape.back() > 6)
    return std::nullopt;
  return Proposal{};
}

}  // namespace

OpDef DetDef() {
  return {.name = "Det",
          .meaning = "determinants of square matrices",
          .rounding = Rounding::kComposite,
          .infer = InferDet,
          .evaluate = EvaluateDet,
          .propose = ProposeDet};
}

}  // namespace assay::ops
