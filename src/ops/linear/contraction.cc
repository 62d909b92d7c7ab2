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

using Doubles = Eigen::Map<const Eigen::ArrayXd>;
Doubles MapOf(std::span<const double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }

// The common case: no NaN and nothing infinite, found out without looking at elements one by one.
std::optional<Survey> InspectRegular(const Bounded& x) {
  if (!x.nan().empty() || x.v().empty()) return std::nullopt;
  const Doubles v = MapOf(x.v());
  Survey found;
  found.exact = x.lo().empty();
  found.centre = v.abs().maxCoeff();
  if (!(found.centre < kInf)) return std::nullopt;
  found.magnitude = found.centre;
  if (!found.exact)
    found.magnitude = ((MapOf(x.hi()) - v).max(v - MapOf(x.lo())) + v.abs()).maxCoeff();
  if (!(found.magnitude < kInf)) return std::nullopt;
  found.integers = found.exact && std::all_of(x.v().begin(), x.v().end(),
                                              [](double e) { return e == std::nearbyint(e); });
  return found;
}

Survey Inspect(const Bounded& x, ContractionOperand& operand) {
  operand.v = x.v().data();
  if (const auto regular = InspectRegular(x)) return *regular;
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
  if (!operand.own_v.empty()) operand.v = operand.own_v.data();
  return found;
}

enum class Factor {
  kMagnitude,  // |x| + r
  kCentre,     // |x|
  kRadius,     // r
  kTotal,      // r + c (|x| + r)
};

std::vector<float> MakeFactor(const Bounded& x, const ContractionOperand& operand, Factor factor,
                              double c, double scale, std::span<const double> magnitude) {
  std::vector<float> out(x.v().size());
  Eigen::Map<Eigen::ArrayXf> all(out.data(), static_cast<Eigen::Index>(out.size()));
  const bool from_magnitude = factor == Factor::kTotal && !magnitude.empty();
  if (operand.marks.empty() && x.lo().empty() && !from_magnitude) {  // exact: r = 0
    const double multiplier = factor == Factor::kRadius  ? 0
                              : factor == Factor::kTotal ? c * scale
                                                         : scale;
    all = (MapOf(x.v()).abs() * multiplier).cast<float>();
    return out;
  }
  if (operand.marks.empty() && factor == Factor::kTotal && !x.lo().empty()) {
    const Doubles v = MapOf(x.v());
    const auto radius = (MapOf(x.hi()) - v).max(v - MapOf(x.lo()));
    if (from_magnitude)
      all = ((radius + c * MapOf(magnitude)) * scale).cast<float>();
    else
      all = ((radius + c * (v.abs() + radius)) * scale).cast<float>();
    return out;
  }
  for (size_t i = 0; i < out.size(); ++i) {
    if (!operand.marks.empty() && operand.marks[i] != Mark::kNone) continue;
    const double centre = std::fabs(operand.v[i]), radius = RadiusAt(x, i);
    double f = 0;
    switch (factor) {
      case Factor::kMagnitude:
        f = centre + radius;
        break;
      case Factor::kCentre:
        f = centre;
        break;
      case Factor::kRadius:
        f = radius;
        break;
      case Factor::kTotal:
        f = radius + c * (magnitude.empty() ? centre + radius : magnitude[i]);
        break;
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
void Gemm(const T* a, const ContractionMatrix& am, const T* b, const ContractionMatrix& bm,
          int64_t rows, int64_t terms, int64_t cols, T* c, int64_t ld, bool add) {
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
  return outputs > 0 &&
         static_cast<double>(outputs) * static_cast<double>(terms) >= static_cast<double>(kMinWork);
}

Contraction::Contraction(const Arith& arith, const Bounded& a, const Bounded& b,
                         const ContractionOptions& options)
    : arith_(arith) {
  const Survey sa = Inspect(a, a_), sb = Inspect(b, b_);
  ContractionOperand start_operand;
  const Survey ss = options.start == nullptr ? Survey{} : Inspect(*options.start, start_operand);
  const auto n = static_cast<double>(options.terms);
  own_ = arith.DotError(n + (options.start == nullptr ? 0 : 1) +
                        static_cast<double>(options.extra_roundings));
  own_.relative += arith.FactorError();
  const double largest = n * sa.magnitude * sb.magnitude + ss.magnitude;
  integers_ = sa.integers && sb.integers && ss.integers && start_operand.marks.empty() &&
              options.extra_roundings == 0 && options.b_magnitude.empty() &&
              std::max(sa.magnitude, sb.magnitude) <= arith.factor_limit();
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

ContractionMatrix Contraction::MatrixOf(const ContractionOperand& operand, int64_t offset,
                                        int64_t row, int64_t col) {
  return {operand.v + offset, operand.wide.empty() ? nullptr : operand.wide.data() + offset,
          operand.slim.empty() ? nullptr : operand.slim.data() + offset, row, col};
}

void Contraction::Multiply(const ContractionMatrix& a, const ContractionMatrix& b, int64_t rows,
                           int64_t terms, int64_t cols, double* value, int64_t ld,
                           float* error) const {
  Gemm(a.v, a, b.v, b, rows, terms, cols, value, ld, false);
  if (all_exact_) return;
  Gemm(a.wide, a, b.wide, b, rows, terms, cols, error, cols, false);
  if (a.slim != nullptr) Gemm(a.slim, a, b.slim, b, rows, terms, cols, error, cols, true);
}

std::optional<Real> Contraction::Finish(double value, double error, Mark mark,
                                        const Real* start) const {
  if (mark == Mark::kSpecial) return std::nullopt;
  if (start != nullptr) {
    if (start->nan != Nan::kNever || !std::isfinite(start->lo) || !std::isfinite(start->hi))
      return std::nullopt;
    value += start->v;
  }
  if (mark == Mark::kUnbounded) return Real::Anything(value);
  if (all_exact_) return Real{value, value, value, Nan::kNever};
  double bound = error * inflation_ * scale_ + underflow_;
  if (start != nullptr) {
    const double radius = std::max(start->hi - start->v, start->v - start->lo);
    bound += radius + own_.relative * (std::fabs(start->v) + radius);
  }
  // An interval this wide tells nothing, and S may well be beyond the type.
  if (!(bound < 0.5 * arith_.max())) return Real::Anything(value);
  // S is at most bound / relative, and at most the bound plus the centres' part. Where that does
  // not keep it within the type, the plain sum has to tell.
  if (check_overflow_ && !(std::min(bound / own_.relative, bound + centres_) < arith_.max()))
    return std::nullopt;
  if (integers_ && bound <= own_.relative * arith_.exact_limit())
    return Real{value, value, value, Nan::kNever};
  return arith_.Inexact({value, value, value, Nan::kNever}, bound + own_.absolute);
}

bool Contraction::FinishRun(double* value, const float* error, int64_t count, const Real* start,
                            double* lo, double* hi) const {
  const bool plain_type = arith_.type() == DType::kFloat32 || arith_.type() == DType::kFloat64;
  if (all_exact_ || integers_ || check_overflow_ || !plain_type) return false;
  double centre = 0, fixed = underflow_ + own_.absolute;
  if (start != nullptr) {
    if (start->nan != Nan::kNever || !std::isfinite(start->lo) || !std::isfinite(start->hi))
      return false;
    centre = start->v;
    const double radius = std::max(start->hi - start->v, start->v - start->lo);
    fixed += radius + own_.relative * (std::fabs(centre) + radius);
  }
  const double factor = inflation_ * scale_;
  const bool narrow = arith_.type() == DType::kFloat32;
  // Ends beyond these may have to become infinite or zero: left to Arith.
  const double most = 0.49 * arith_.max(), least = FormatOf(arith_.type()).min_normal;
  for (int64_t i = 0; i < count; ++i) {
    const double v = value[i] + centre, bound = error[i] * factor + fixed;
    double low = v - bound, high = v + bound;
    if (narrow) {
      low = std::min(low, RoundToFloat32(low));
      high = std::max(high, RoundToFloat32(high));
    }
    const bool ordinary =
        low > -most && high < most && !(low > 0 && low < least) && !(high < 0 && high > -least);
    if (!ordinary) {
      const Real y = bound < 0.5 * arith_.max() ? arith_.Inexact({v, v, v, Nan::kNever}, bound)
                                                : Real{v, -kInf, kInf, Nan::kNever};
      low = y.lo;
      high = y.hi;
    }
    value[i] = v;
    lo[i] = low;
    hi[i] = high;
  }
  return true;
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
  return Bounded::FromArrays(dtype, std::move(shape), std::move(v), std::move(lo), std::move(hi),
                             std::move(nan));
}

}  // namespace assay::ops
