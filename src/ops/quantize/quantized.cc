#include "ops/quantize/quantized.h"

#include "ops/propose.h"

namespace assay::ops {
namespace {

// Per axis: the axis itself; a vector has only one, whatever the attribute says.
Result<int> ScaleAxis(int64_t axis, int rank) {
  return rank == 1 ? Result<int>(0) : NormalizeAxis(axis, rank);
}

int64_t Ceil(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

std::string Misfit(const std::string& scale, const std::string& x) {
  return StrCat("a scale of shape ", scale, " does not fit a tensor of shape ", x);
}

double Clamp(DType type, double x) {
  return std::clamp(x, static_cast<double>(IntMin(type)), static_cast<double>(IntMax(type)));
}

Int Full(DType type, double v) {
  return {static_cast<int64_t>(std::isnan(v) ? 0 : Clamp(type, v)), IntMin(type), IntMax(type)};
}

}  // namespace

Result<std::vector<int64_t>> ScaleMap(const Shape& x, const Shape& scale, int64_t axis,
                                      int64_t block) {
  std::vector<int64_t> map(static_cast<size_t>(ElementCount(x)), 0);
  const auto rank = static_cast<int>(x.size());
  const bool single = CheckedElementCount(scale) == 1 && scale.size() <= 1;
  if (single && block == 0) return map;
  if (scale.empty()) return Unsupported("block_size beside one scale for all: not described");
  const Error misfit = Invalid(Misfit(ShapeText(scale), ShapeText(x)));
  if (rank == 0) return misfit;
  // The default axis, 1, is none of a vector's: one text says that it has no meaning there, the
  // other that it is out of range.
  if (rank == 1 && (axis < -1 || axis > 0))
    return Unsupported("several scales of a vector along an axis that it has not: not described");
  ASSAY_ASSIGN(const int at, ScaleAxis(axis, rank));
  const auto k = static_cast<size_t>(at);
  if (scale.size() == 1 && block == 0) {
    if (scale[0] != x[k]) return misfit;
    size_t i = 0;
    for (Odometer it(x, Shape(x.size(), 0)); !it.done(); it.Next()) map[i++] = it.index()[k];
    return map;
  }
  if (block <= 0) return Invalid(StrCat(misfit.message, " without block_size"));
  if (scale.size() != x.size()) return misfit;
  for (size_t d = 0; d < x.size(); ++d)
    if (scale[d] != (d == k ? Ceil(x[d], block) : x[d])) return misfit;
  const Shape strides = Strides(scale);
  size_t i = 0;
  for (Odometer it(x, Shape(x.size(), 0)); !it.done(); it.Next(), ++i)
    for (size_t d = 0; d < x.size(); ++d)
      map[i] += (d == k ? it.index()[d] / block : it.index()[d]) * strides[d];
  return map;
}

Status CheckScales(const TensorType& x, const TensorType& scale, const TensorType* zero,
                   int64_t axis, int64_t block) {
  if (block < 0) return Invalid(StrCat("block_size must not be negative, is ", block));
  if (zero != nullptr && zero->has_rank && scale.has_rank) {
    TensorType other = *zero;
    other.dtype = scale.dtype;
    const bool both_single = zero->shape().has_value() && scale.shape().has_value() &&
                             zero->rank() <= 1 && scale.rank() <= 1 &&
                             CheckedElementCount(*zero->shape()) == 1 &&
                             CheckedElementCount(*scale.shape()) == 1;
    if (!both_single && !Unify(other, scale).has_value())
      return Invalid(StrCat("zero point ", TypeText(*zero), " and scale ", TypeText(scale),
                            " differ in shape"));
  }
  if (!x.has_rank || !scale.has_rank || scale.rank() == 0) return {};
  if (scale.rank() == 1 && (!scale.dims[0].known() || scale.dims[0].size == 1)) return {};
  const Error misfit = Invalid(Misfit(TypeText(scale), TypeText(x)));
  if (x.rank() == 0) return misfit;
  ASSAY_ASSIGN(const int at, ScaleAxis(axis, x.rank()));
  const Dim along = x.dims[static_cast<size_t>(at)];
  if (scale.rank() == 1 && block == 0) {
    if (along.known() && along.size != scale.dims[0].size) return misfit;
    return {};
  }
  if (block == 0) return Invalid(StrCat(misfit.message, " without block_size"));
  if (scale.rank() != x.rank()) return misfit;
  for (int d = 0; d < x.rank(); ++d) {
    const Dim size = x.dims[static_cast<size_t>(d)], given = scale.dims[static_cast<size_t>(d)];
    if (size.known() && given.known() &&
        given.size != (d == at ? Ceil(size.size, block) : size.size))
      return misfit;
  }
  return {};
}

Real AsReal(const Bounded& tensor, int64_t i) {
  if (tensor.is_real()) return tensor.real(i);
  const Int x = tensor.integer(i);
  return {static_cast<double>(x.v), static_cast<double>(x.lo), static_cast<double>(x.hi),
          Nan::kNever};
}

Int QuantizeToInt(const Real& t, const Int& zero, DType type) {
  if (t.nan != Nan::kNever) return Full(type, t.v);
  const auto quantized = [&](double x, int64_t z) {
    return static_cast<int64_t>(Clamp(type, std::nearbyint(x) + static_cast<double>(z)));
  };
  return {quantized(t.v, zero.v), quantized(t.lo, zero.lo), quantized(t.hi, zero.hi)};
}

Real QuantizeToFloat(const Real& t, DType type, bool saturate) {
  const FloatFormat& format = FormatOf(type);
  if (t.nan == Nan::kMust)
    return format.has_nan ? t : Real{0, -format.max, format.max, Nan::kNever};
  const Overflow overflow = saturate ? Overflow::kSaturate : Overflow::kToInfinity;
  const double lo = RoundTo(type, t.lo, overflow), hi = RoundTo(type, t.hi, overflow),
               v = RoundTo(type, t.v, overflow);
  if (std::isnan(lo) && std::isnan(hi) && t.lo == t.hi) return Real::MustNan();
  Real out{std::isnan(v) ? std::copysign(format.max, t.v) : v, std::isnan(lo) ? -format.max : lo,
           std::isnan(hi) ? format.max : hi,
           std::isnan(lo) || std::isnan(hi) ? Nan::kMay : Nan::kNever};
  // An overflow to NaN at one end still admits the largest value below it.
  if (std::isnan(lo) && t.lo > 0) out.lo = std::min(format.max, out.hi);
  if (std::isnan(hi) && t.hi < 0) out.hi = std::max(-format.max, out.lo);
  if (t.nan == Nan::kMay) {
    if (format.has_nan)
      out.nan = Nan::kMay;
    else
      out = {out.v, -format.max, format.max, Nan::kNever};
  }
  return out;
}

void IntSum::Add(const Int& a, const Int& za, const Int& b, const Int& zb) {
  const int64_t p = (a.v - za.v) * (b.v - zb.v);
  v += p;
  if (a.point() && za.point() && b.point() && zb.point()) {
    lo += p;
    hi += p;
    return;
  }
  const int64_t al = a.lo - za.hi, ah = a.hi - za.lo, bl = b.lo - zb.hi, bh = b.hi - zb.lo;
  lo += std::min({al * bl, al * bh, ah * bl, ah * bh});
  hi += std::max({al * bl, al * bh, ah * bl, ah * bh});
}

void IntSum::Add(const Int& term) {
  v += term.v;
  lo += term.lo;
  hi += term.hi;
}

Real Rescale(const EvalCall& call, DType scale_type, const Real& accumulated, const Real& x_scale,
             const Real& w_scale, const Real& y_scale) {
  const Arith wide = call.arith(DType::kFloat32), own = call.arith(scale_type);
  const Real sum = wide.Round(accumulated);
  const auto first = [&] { return wide.Mul(sum, own.Div(own.Mul(x_scale, w_scale), y_scale)); };
  const auto second = [&] { return wide.Div(wide.Mul(wide.Mul(sum, x_scale), w_scale), y_scale); };
  const auto third = [&] { return wide.Mul(wide.Mul(sum, own.Div(x_scale, y_scale)), w_scale); };
  if (call.adversarial()) {
    const int64_t order = call.adversary()->Int(0, 2);
    return order == 0 ? first() : order == 1 ? second() : third();
  }
  const Real any = Hull(Hull(first(), second()), third());
  if (any.nan == Nan::kMust) return any;
  // Further orders differ from these three by a few roundings.
  return wide.Inexact(any, 4 * wide.unit() * std::max(std::fabs(any.lo), std::fabs(any.hi)));
}

Int RequantizeToInt(const EvalCall& call, const Real& t, const Int& zero, DType type) {
  const Real shifted{t.v + static_cast<double>(zero.v), t.lo + static_cast<double>(zero.lo),
                     t.hi + static_cast<double>(zero.hi), t.nan};
  const Int before = QuantizeToInt(t, zero, type),
            after = QuantizeToInt(shifted, Int::Point(0), type);
  if (call.adversarial()) return call.adversary()->Chance(0.5) ? before : after;
  return Hull(before, after);
}

Tensor RandomScale(Rng& rng, DType type, const Shape& shape) {
  if (rng.Chance(0.2)) {  // powers of two make exact ties likely
    const double scale = std::ldexp(1.0, static_cast<int>(rng.Int(-7, -1)));
    return MakeTensor(type, shape,
                      std::vector<double>(static_cast<size_t>(ElementCount(shape)), scale));
  }
  return RandomTensor(rng, type, shape, 0.005, 0.2);
}

Tensor RandomZeroPoint(Rng& rng, DType type, const Shape& shape) {
  if (IsFloat(type)) return Tensor(type, shape);
  const double lo = std::max<double>(-10, static_cast<double>(IntMin(type))),
               hi = IsUnsignedInt(type) && BitWidth(type) >= 8 ? 140 : 3;
  return RandomTensor(rng, type, shape, lo, std::min(hi, static_cast<double>(IntMax(type))));
}

Shape RandomScaleShape(const ProposeCall& call, size_t axis, Attrs& attrs) {
  Shape shape = call.shape(0);
  const int64_t length = shape[axis];
  if (call.opset < 21 || length <= 1 || !call.rng.Chance(0.4)) return {length};
  const int64_t block = call.rng.Int(1, length);
  attrs.Set("block_size", block);
  shape[axis] = (length + block - 1) / block;
  return shape;
}

}  // namespace assay::ops
