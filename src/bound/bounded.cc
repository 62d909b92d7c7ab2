#include "bound/bounded.h"

#include "base/check.h"
#include "base/strings.h"

namespace assay {

Bounded::Bounded(DType dtype, Shape shape)
    : dtype_(dtype),
      shape_(std::move(shape)),
      count_(ElementCount(shape_)),
      arrays_(std::make_shared<Arrays>()) {
  const auto n = static_cast<size_t>(count_);
  if (is_real())
    arrays_->v.resize(n);
  else if (is_string())
    arrays_->strings.resize(n);
  else
    arrays_->iv.resize(n);
}

Result<Bounded> Bounded::From(const Tensor& tensor, const Rules& rules) {
  if (IsComplex(tensor.dtype()) || tensor.dtype() == DType::kUndefined)
    return Unsupported(
        StrCat("elements of type ", DTypeName(tensor.dtype()), " are not evaluated"));
  Bounded out(tensor.dtype(), tensor.shape());
  Arrays& a = *out.arrays_;
  const int64_t n = tensor.count();
  if (out.is_string()) {
    a.strings.assign(tensor.strings().begin(), tensor.strings().end());
  } else if (!out.is_real()) {
    for (int64_t i = 0; i < n; ++i) a.iv[static_cast<size_t>(i)] = tensor.IntAt(i);
  } else {
    const double tiny = FormatOf(tensor.dtype()).min_normal;
    const bool flush = tensor.dtype() == DType::kFloat16 ? rules.flush_float16
                                                         : rules.flush_to_zero && tiny < 1e-30;
    for (int64_t i = 0; i < n; ++i) {
      const double x = tensor.RealAt(i);
      if (std::isnan(x))
        out.set(i, Real::MustNan());
      else if (flush && x != 0 && std::fabs(x) < tiny)
        out.set(i, Real{x, std::min(x, 0.0), std::max(x, 0.0), Nan::kNever});
      else
        a.v[static_cast<size_t>(i)] = x;
      if (!a.lo.empty() && !std::isnan(x) && !(flush && x != 0 && std::fabs(x) < tiny))
        out.set(i, Real::Point(x));
    }
  }
  return out;
}

Tensor Bounded::ToTensor() const {
  if (is_string()) return Tensor(shape_, arrays_->strings);
  std::vector<std::byte> bytes(static_cast<size_t>(count_) * StorageBytes(dtype_));
  for (int64_t i = 0; i < count_; ++i) {
    if (is_real())
      StoreReal(dtype_, bytes.data(), i, real(i).v);
    else
      StoreInt(dtype_, bytes.data(), i, arrays_->iv[static_cast<size_t>(i)]);
  }
  return Tensor(dtype_, shape_, std::move(bytes));
}

bool Bounded::exact() const {
  return arrays_->lo.empty() && arrays_->nan.empty() && arrays_->ilo.empty();
}

void Bounded::set(int64_t i, const Real& x) {
  Arrays& a = Own();
  const auto k = static_cast<size_t>(i);
  if (x.nan != Nan::kNever && a.nan.empty()) a.nan.assign(a.v.size(), Nan::kNever);
  if (!a.nan.empty()) a.nan[k] = x.nan;
  SetEnds(a, k, a.v.size(), x.ends);
  a.v[k] = x.v;
  if (a.lo.empty()) {
    if ((x.lo == x.v && x.hi == x.v) || x.nan == Nan::kMust) return;
    a.lo = a.v;
    a.hi = a.v;
  }
  a.lo[k] = x.lo;
  a.hi[k] = x.hi;
}

void Bounded::set(int64_t i, const Int& x) {
  Arrays& a = Own();
  const auto k = static_cast<size_t>(i);
  a.iv[k] = x.v;
  SetEnds(a, k, a.iv.size(), x.ends);
  if (a.ilo.empty()) {
    if (x.point()) return;
    a.ilo = a.iv;
    a.ihi = a.iv;
  }
  a.ilo[k] = x.lo;
  a.ihi[k] = x.hi;
}

void Bounded::set(int64_t i, std::string text) {
  Own().strings[static_cast<size_t>(i)] = std::move(text);
}

void Bounded::set(int64_t i, const Bounded& from, int64_t j) {
  if (is_real())
    set(i, from.real(j));
  else if (is_string())
    set(i, from.string(j));
  else
    set(i, from.integer(j));
}

void Bounded::Widen(int64_t i, const Bounded& from, int64_t j) {
  ASSAY_CHECK(!is_string()) << "strings have no hull";
  if (is_real())
    set(i, Hull(real(i), from.real(j)));
  else if (dtype_ == DType::kUint64 && integer(i).v != from.integer(j).v)
    SetUndetermined(i);  // signed ends would not bound the numbers between two unsigned ones
  else
    set(i, Hull(integer(i), from.integer(j)));
}

void Bounded::SetUndetermined(int64_t i) {
  ASSAY_CHECK(!is_string()) << "strings have no interval";
  if (is_real())
    set(i, Real::Anything(real(i).v));
  else
    set(i,
        Int{integer(i).v, dtype_ == DType::kUint64 ? INT64_MIN : IntMin(dtype_), IntMax(dtype_)});
}

Bounded Bounded::Reshaped(Shape shape) const {
  ASSAY_CHECK(ElementCount(shape) == count_) << ShapeText(shape_) << " to " << ShapeText(shape);
  Bounded out = *this;
  out.shape_ = std::move(shape);
  return out;
}

Bounded Bounded::Retyped(DType dtype) const {
  ASSAY_CHECK(IsFloat(dtype) == is_real()) << DTypeName(dtype);
  Bounded out = *this;
  out.dtype_ = dtype;
  return out;
}

namespace {

template <typename T>
std::vector<T> TakeFrom(const std::vector<T>& from, std::span<const int64_t> map) {
  if (from.empty()) return {};
  std::vector<T> out(map.size());
  for (size_t i = 0; i < map.size(); ++i)
    if (map[i] >= 0) out[i] = from[static_cast<size_t>(map[i])];
  return out;
}

}  // namespace

Bounded Bounded::Take(Shape shape, std::span<const int64_t> map) const {
  Bounded out(dtype_, std::move(shape));
  ASSAY_CHECK(out.count_ == static_cast<int64_t>(map.size())) << ShapeText(out.shape_);
  const Arrays& a = *arrays_;
  if (count_ == 0) return out;  // only fills
  *out.arrays_ = {TakeFrom(a.v, map),   TakeFrom(a.lo, map),   TakeFrom(a.hi, map),
                  TakeFrom(a.nan, map), TakeFrom(a.ends, map), TakeFrom(a.iv, map),
                  TakeFrom(a.ilo, map), TakeFrom(a.ihi, map),  TakeFrom(a.strings, map)};
  return out;
}

Bounded Bounded::FromArrays(DType dtype, Shape shape, std::vector<double> v, std::vector<double> lo,
                            std::vector<double> hi, std::vector<Nan> nan,
                            std::vector<uint8_t> ends) {
  Bounded out;
  out.dtype_ = dtype;
  out.shape_ = std::move(shape);
  out.count_ = ElementCount(out.shape_);
  out.arrays_ = std::make_shared<Arrays>();
  out.arrays_->v = std::move(v);
  out.arrays_->lo = std::move(lo);
  out.arrays_->hi = std::move(hi);
  out.arrays_->nan = std::move(nan);
  out.arrays_->ends = std::move(ends);
  return out;
}

}  // namespace assay
