#include "ops/signal/fourier.h"

#include <cmath>

namespace assay::ops {
namespace {

// cos and sin of 2 pi j / n for all j.
struct Roots {
  std::vector<double> cos, sin;
  explicit Roots(size_t n) : cos(n), sin(n) {
    for (size_t j = 0; j < n; ++j) {
      const double angle = 2 * kPi * static_cast<double>(j) / static_cast<double>(n);
      cos[j] = std::cos(angle);
      sin[j] = std::sin(angle);
    }
    // Quarter turns are exact.
    if (n % 2 == 0) sin[n / 2] = 0;
    if (n % 4 == 0) cos[n / 4] = cos[3 * n / 4] = 0;
  }
};

double FourierMagnitude(const Real& x) {
  return x.nan == Nan::kMust ? kInf : std::max(std::fabs(x.lo), std::fabs(x.hi));
}
double Radius(const Real& x) { return x.nan == Nan::kMust ? 0 : std::max(x.hi - x.v, x.v - x.lo); }

// All terms of a line taken together: what decides errors and NaN.
struct Gathered {
  double magnitude = 0;
  bool irregular = false;  // NaN or infinity may occur: the transform spreads it over all outputs

  explicit Gathered(std::span<const Complex> x) {
    for (const Complex& e : x) {
      magnitude += FourierMagnitude(e.re) + FourierMagnitude(e.im);
      irregular = irregular || e.re.nan != Nan::kNever || e.im.nan != Nan::kNever;
    }
    irregular = irregular || !(magnitude < kInf);
  }
};

double ErrorUnits(const Arith& arith, size_t n) {
  const auto terms = static_cast<double>(n);
  return arith.rules().tier == Tier::kStrict ? 2 * terms + 16 : 8 * terms + 64;
}

// sum x[n].re * a[n] + x[n].im * b[n], times `factor`.
Real Line(const Arith& arith, std::span<const Complex> x, const std::vector<double>& a,
          const std::vector<double>& b, const Gathered& all, double factor) {
  if (arith.adversarial()) {
    std::vector<Real> left, right;
    for (size_t n = 0; n < x.size(); ++n) {
      left.push_back(x[n].re);
      right.push_back(arith.Round(Real::Point(a[n])));
      left.push_back(x[n].im);
      right.push_back(arith.Round(Real::Point(b[n])));
    }
    const Real sum = arith.Dot(left, right);
    return factor == 1 ? sum : arith.Mul(sum, arith.Round(Real::Point(factor)));
  }
  if (all.irregular) return Real::Anything();
  double v = 0, spread = 0;
  for (size_t n = 0; n < x.size(); ++n) {
    v += x[n].re.v * a[n] + x[n].im.v * b[n];
    spread += Radius(x[n].re) * std::fabs(a[n]) + Radius(x[n].im) * std::fabs(b[n]);
  }
  const FloatFormat& format = FormatOf(arith.type());
  if (!(all.magnitude < format.max)) return Real::Anything(v * factor);
  const double least = format.min_normal < 1e-30 ? format.min_normal : format.min_subnormal;
  const double units = ErrorUnits(arith, x.size()) * (arith.unit() + 0x1p-50) + arith.FactorError();
  const double error = spread * (1 + 0x1p-40) + units * all.magnitude +
                       2 * static_cast<double>(x.size() + 1) * least;
  const double low = v - error, high = v + error;
  return arith.Round({v * factor, low * factor, high * factor, Nan::kNever});
}

}  // namespace

std::vector<Complex> Fourier(const Arith& arith, std::span<const Complex> x, int64_t bins,
                             bool inverse) {
  const size_t n = x.size();
  const Roots roots(n);
  const Gathered all(x);
  const double factor = inverse ? 1 / static_cast<double>(n) : 1;
  std::vector<Complex> out(static_cast<size_t>(bins));
  std::vector<double> re_of_re(n), re_of_im(n), im_of_re(n);
  for (size_t k = 0; k < out.size(); ++k) {
    for (size_t i = 0; i < n; ++i) {
      const size_t turn = static_cast<size_t>(static_cast<unsigned __int128>(k) * i % n);
      const double s = inverse ? roots.sin[turn] : -roots.sin[turn];
      re_of_re[i] = roots.cos[turn];  // (a + bi)(c + si) = (ac - bs) + (as + bc)i
      re_of_im[i] = -s;
      im_of_re[i] = s;
    }
    out[k].re = Line(arith, x, re_of_re, re_of_im, all, factor);
    out[k].im = Line(arith, x, im_of_re, re_of_re, all, factor);
  }
  return out;
}

std::vector<Real> InverseReal(const Arith& arith, std::span<const Complex> x, int64_t length) {
  const auto n = static_cast<size_t>(length);
  const size_t used = std::min(x.size(), n / 2 + 1);
  const std::span<const Complex> half = x.first(used);
  const Roots roots(n);
  Gathered all(half);
  all.magnitude *= 2;
  std::vector<Real> out(n);
  std::vector<double> of_re(used), of_im(used);
  for (size_t t = 0; t < n; ++t) {
    for (size_t k = 0; k < used; ++k) {
      const size_t turn = static_cast<size_t>(static_cast<unsigned __int128>(k) * t % n);
      // Bins 0 and N/2 stand for themselves and are real; all others for a conjugate pair.
      const bool single = k == 0 || 2 * k == n;
      of_re[k] = (single ? 1 : 2) * roots.cos[turn];
      of_im[k] = single ? 0 : -2 * roots.sin[turn];
    }
    out[t] = Line(arith, half, of_re, of_im, all, 1 / static_cast<double>(n));
  }
  return out;
}

}  // namespace assay::ops
