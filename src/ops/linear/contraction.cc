#include "ops/linear/contraction.h"

#include <Eigen/Core>
#include <cmath>

namespace assay::ops {
namespace {

// Beyond this the simple inflation of the float32 bound product is no longer proved.
constexpr int64_t kMaxFloatTerms = 100000;
// Below this many multiplications the preparations cost more than they save.
constexpr int64_t kMinWork = 4096;

// What a pass over one operand finds.
struct Survey {
  double magnitude = 0;  // largest |v| + r of the elements without mark
  double centre = 0;     // largest |v| of those
  bool integers = true;
  bool exact = true;
};

double RadiusAt(const Bounded& x, size_t i) {
  return x.lo().empty() ? 0 : std::max(x.hi()[i] - x.v()[i], x.v()[i] - x.lo()[i]);
}

Mark MarkOf(const Bounded& x, size_t i) {
  const double v = x.v()[i];
  const Nan nan = x.nan().empty() ? Nan::kNever : x.nan()[i];
  if (nan == Nan::kMust || !std::isfinite(v)) return Mark::kSpecial;
  if (!x.lo().empty() && (std::isinf(x.lo()[i]) || std::isinf(x.hi()[i]))) return Mark::kUnbounded;
  return nan == Nan::kNever ? Mark::kNone : Mark::kSpecial;
}

Survey Inspect(const Bounded& x, ContractionOperand& operand) {
  Survey found;
  found.exact = x.lo().empty();
  const size_t n = x.v().size();
  for (size_t i = 0; i < n; ++i) {
    const Mark mark = MarkOf(x, i);
    if (mark != Mark::kNone) {
      if (operand.marks.empty()) operand.marks.assign(n, Mark::kNone);
      operand.marks[i] = mark;
      if (mark == Mark::kUnbounded) continue;
      if (operand.own_v.empty()) operand.own_v.assign(x.v().begin(), x.v().end());
      operand.own_v[i] = 0;
      continue;
    }
    const double v = x.v()[i];
    found.centre = std::max(found.centre, std::fabs(v));
    found.magnitude = std::max(found.magnitude, std::fabs(v) + RadiusAt(x, i));
    found.integers = found.integers && v == std::nearbyint(v);
  }
  found.integers = found.integers && found.exact;
  operand.v = operand.own_v.empty() ? x.v().data() : operand.own_v.data();
  return found;
}

enum class Factor {
  kMagnitude,  // |x| + r
  kCentre,     // |x|
  kRadius,     // r
  kTotal,      // r + c (|x| + r)
};

std::vector<float> MakeFactor(const Bounded& x, const ContractionOperand& operand, Factor factor, double c, double scale,
                              std::span<const double> magnitude) {
  std::vector<float> out(x.v().size());
  for (size_t i = 0; i < out.size(); ++i) {
    if (!operand.marks.empty() && operand.marks[i] != Mark::kNone) continue;
    const double centre = std::fabs(operand.v[i]), radius = RadiusAt(x, i);
    double f = 0;
    switch (factor) {
      case Factor::kMagnitude: f = centre + radius; break;
      case Factor::kCentre: f = centre; break;
      case Factor::kRadius: f = radius; break;
      case Factor::kTotal: f = radius + c * (magnitude.empty() ? centre + radius : magnitude[i]); break;
    }
    out[i] = static_cast<float>(f * scale);
  }
  return out;
}

// A power of two that takes `magnitude` to at most 1.
double ScaleFor(double magnitude) {
  if (magnitude == 0) return 1;
  int exponent;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

template <typename T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename T>
using ColMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;
template <typename M>
using Strided = Eigen::Map<const M, 0, Eigen::OuterStride<>>;

template <typename T, typename F>
void WithMatrix(const T* data, const ContractionMatrix& m, int64_t rows, int64_t cols, F f) {
  if (m.col == 1)
    f(Strided<RowMajor<T>>(data, rows, cols, Eigen::OuterStride<>(std::max(m.row, cols))));
  else
    f(Strided<ColMajor<T>>(data, rows, cols, Eigen::OuterStride<>(std::max(m.col, rows))));
}

// c = a * b, or c += a * b.
template <typename T>
void Gemm(const T* a, const ContractionMatrix& am, const T* b, const ContractionMatrix& bm, int64_t rows, int64_t terms, int64_t cols,
          T* c, int64_t ld, bool add) {
  Eigen::Map<RowMajor<T>, 0, Eigen::OuterStride<>> out(c, rows, cols, Eigen::OuterStride<>(ld));
  if (!add) out.setZero();
  // Few rows (depthwise convolutions): adding up scaled rows avoids the packing of a full product.
  if (rows < 4 && bm.col == 1 && cols > 1) {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t k = 0; k < terms; ++k) {
        Eigen::Map<const Eigen::Matrix<T, 1, Eigen::Dynamic>> row(b + k * bm.row, cols);
        out.row(i).noalias() += a[i * am.row + k * am.col] * row;
      }
    return;
  }
  WithMatrix(a, am, rows, terms, [&](const auto& left) {
    WithMatrix(b, bm, terms, cols, [&](const auto& right) { out.noalias() += left * right; });
  });
}

}  // namespace

bool Contraction::Worthwhile(const Arith& arith, int64_t outputs, int64_t terms) {
  if (arith.adversarial() || terms < 2 || terms > kMaxFloatTerms) return false;
  return outputs > 0 && static_cast<double>(outputs) * static_cast<double>(terms) >= static_cast<double>(kMinWork);
}

Contraction::Contraction(const Arith& arith, const Bounded& a, const Bounded& b, const ContractionOptions& options) : arith_(arith) {
  const Survey sa = Inspect(a, a_), sb = Inspect(b, b_);
  ContractionOperand start_operand;
  const Survey ss = options.start == nullptr ? Survey{} : Inspect(*options.start, start_operand);
  const auto n = static_cast<double>(options.terms);
  own_ = arith.DotError(n + (options.start == nullptr ? 0 : 1) + static_cast<double>(options.extra_roundings));
  const double largest = n * sa.magnitude * sb.magnitude + ss.magnitude;
  integers_ = sa.integers && sb.integers && ss.integers && start_operand.marks.empty() && options.extra_roundings == 0 &&
              options.b_magnitude.empty();
  all_exact_ = integers_ && largest <= arith.exact_limit();
  if (all_exact_) return;
  check_overflow_ = !(largest * 1.01 < arith.max());
  centres_ = (n * sa.centre * sb.centre + ss.centre) * 1.01;

  const double scale_a = ScaleFor(sa.magnitude), scale_b = ScaleFor(sb.magnitude);
  scale_ = 1 / (scale_a * scale_b);
  inflation_ = 1 + (n + 4) * 1.02 * 0x1p-24;
  underflow_ = n * 0x1p-124 * scale_;
  const double c = own_.relative;
  const bool override_b = !options.b_magnitude.empty();
  const bool one_product = sa.exact || (sb.exact && !override_b);
  if (sa.exact || !one_product) {
    a_.wide = MakeFactor(a, a_, Factor::kMagnitude, c, scale_a, {});
    b_.wide = MakeFactor(b, b_, Factor::kTotal, c, scale_b, options.b_magnitude);
  } else {
    a_.wide = MakeFactor(a, a_, Factor::kTotal, c, scale_a, {});
    b_.wide = MakeFactor(b, b_, Factor::kMagnitude, c, scale_b, {});
  }
  if (!one_product) {
    a_.slim = MakeFactor(a, a_, Factor::kRadius, c, scale_a, {});
    b_.slim = MakeFactor(b, b_, Factor::kCentre, c, scale_b, {});
  }
}

ContractionMatrix Contraction::MatrixOf(const ContractionOperand& operand, int64_t offset, int64_t row, int64_t col) {
  return {operand.v + offset, operand.wide.empty() ? nullptr : operand.wide.data() + offset,
          operand.slim.empty() ? nullptr : operand.slim.data() + offset, row, col};
}

void Contraction::Multiply(const ContractionMatrix& a, const ContractionMatrix& b, int64_t rows, int64_t terms, int64_t cols,
                           double* value, int64_t ld, float* error) const {
  Gemm(a.v, a, b.v, b, rows, terms, cols, value, ld, false);
  if (all_exact_) return;
  Gemm(a.wide, a, b.wide, b, rows, terms, cols, error, cols, false);
  if (a.slim != nullptr) Gemm(a.slim, a, b.slim, b, rows, terms, cols, error, cols, true);
}

std::optional<Real> Contraction::Finish(double value, double error, Mark mark, const Real* start) const {
  if (mark == Mark::kSpecial) return std::nullopt;
  if (start != nullptr) {
    if (start->nan != Nan::kNever || !std::isfinite(start->lo) || !std::isfinite(start->hi)) return std::nullopt;
    value += start->v;
  }
  if (mark == Mark::kUnbounded) return Real::Anything(value);
  if (all_exact_) return Real{value, value, value, Nan::kNever};
  double bound = error * inflation_ * scale_ + underflow_;
  if (start != nullptr) {
    const double radius = std::max(start->hi - start->v, start->v - start->lo);
    bound += radius + own_.relative * (std::fabs(start->v) + radius);
  }
  // The interval alone reaches beyond the type on both sides.
  if (!(bound < 2 * arith_.max())) return Real::Anything(value);
  // S is at most bound / relative, and at most the bound plus the centres' part. Where that does not keep it within the type, the
  // plain sum has to tell.
  if (check_overflow_ && !(std::min(bound / own_.relative, bound + centres_) < arith_.max())) return std::nullopt;
  if (integers_ && bound <= own_.relative * arith_.exact_limit()) return Real{value, value, value, Nan::kNever};
  return arith_.Inexact({value, value, value, Nan::kNever}, bound + own_.absolute);
}

void ContractionResult::Set(int64_t i, const Real& x) {
  const auto k = static_cast<size_t>(i);
  v[k] = x.v;
  if (x.nan != Nan::kNever) {
    if (nan.empty()) nan.assign(v.size(), Nan::kNever);
    nan[k] = x.nan;
  }
  if (lo.empty()) {
    if (x.nan == Nan::kMust || (x.lo == x.v && x.hi == x.v)) return;
    lo = v;
    hi = v;
    // Values that a kernel has already stored ahead are finished later and overwrite these copies.
  }
  lo[k] = x.lo;
  hi[k] = x.hi;
}

Bounded ContractionResult::Take(DType dtype, Shape shape) && {
  return Bounded::FromArrays(dtype, std::move(shape), std::move(v), std::move(lo), std::move(hi), std::move(nan));
}

}  // namespace assay::ops
