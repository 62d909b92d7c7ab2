#include "bound/int_arith.h"

#include <algorithm>
#include <initializer_list>

namespace assay {
namespace {

__int128 Wide(DType type, int64_t x) {
  return type == DType::kUint64 ? static_cast<__int128>(static_cast<uint64_t>(x))
                                : static_cast<__int128>(x);
}

Int Bool(bool v, bool can_be_false, bool can_be_true) {
  return {v, can_be_false ? 0 : 1, can_be_true ? 1 : 0};
}

}  // namespace

bool IntArith::Less(int64_t a, int64_t b) const { return Wide(type_, a) < Wide(type_, b); }

Int IntArith::Fit(__int128 v, __int128 lo, __int128 hi) const {
  const __int128 min = type_ == DType::kUint64 ? 0 : IntMin(type_);
  const __int128 max = type_ == DType::kUint64 ? static_cast<__int128>(UINT64_MAX) : IntMax(type_);
  const auto wrap = [&](__int128 x) {
    return WrapInt(type_, static_cast<int64_t>(static_cast<uint64_t>(x)));
  };
  if (lo >= min && hi <= max) {
    if (lo == hi || type_ != DType::kUint64) return {wrap(v), wrap(lo), wrap(hi)};
    return Full(wrap(v));
  }
  const bool may_saturate = rules_.saturating_int8 && BitWidth(type_) <= 8;
  const int64_t wrapped = wrap(v);
  if (lo != hi) return Full(wrapped);
  const auto saturated = static_cast<int64_t>(std::clamp(v, min, max));
  if (adversary_ != nullptr)
    return Int::Point(may_saturate && adversary_->Chance(0.5) ? saturated : wrapped);
  if (!may_saturate) return Int::Point(wrapped);
  return {wrapped, std::min(wrapped, saturated), std::max(wrapped, saturated), /*ends=*/true};
}

Int IntArith::Add(const Int& a, const Int& b) const {
  return Fit(Wide(type_, a.v) + Wide(type_, b.v), Wide(type_, a.lo) + Wide(type_, b.lo),
             Wide(type_, a.hi) + Wide(type_, b.hi));
}

Int IntArith::Sub(const Int& a, const Int& b) const {
  return Fit(Wide(type_, a.v) - Wide(type_, b.v), Wide(type_, a.lo) - Wide(type_, b.hi),
             Wide(type_, a.hi) - Wide(type_, b.lo));
}

Int IntArith::Mul(const Int& a, const Int& b) const {
  if (type_ == DType::kUint64) {
    // A product of two of these does not fit in 128 bits with a sign; unsigned arithmetic wraps.
    const auto product =
        static_cast<int64_t>(static_cast<uint64_t>(a.v) * static_cast<uint64_t>(b.v));
    return a.point() && b.point() ? Int::Point(product) : Full(product);
  }
  const std::initializer_list<__int128> c = {
      Wide(type_, a.lo) * Wide(type_, b.lo), Wide(type_, a.lo) * Wide(type_, b.hi),
      Wide(type_, a.hi) * Wide(type_, b.lo), Wide(type_, a.hi) * Wide(type_, b.hi)};
  return Fit(Wide(type_, a.v) * Wide(type_, b.v), std::min(c), std::max(c));
}

Int IntArith::Div(const Int& a, const Int& b) const {
  if (!a.point() || !b.point())
    return Full(b.v == 0 ? 0 : b.v == -1 ? WrapInt(type_, -a.v) : a.v / b.v);
  const __int128 x = Wide(type_, a.v), y = Wide(type_, b.v);
  if (y == 0 || (IsSignedInt(type_) && y == -1 && x == IntMin(type_))) return Full();
  return Fit(x / y, x / y, x / y);
}

Int IntArith::Max(const Int& a, const Int& b) const {
  if (type_ == DType::kUint64) return a.point() && b.point() ? (Less(a.v, b.v) ? b : a) : Full(a.v);
  return {std::max(a.v, b.v), std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
}

Int IntArith::Min(const Int& a, const Int& b) const {
  if (type_ == DType::kUint64) return a.point() && b.point() ? (Less(b.v, a.v) ? b : a) : Full(a.v);
  return {std::min(a.v, b.v), std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
}

// NaN compares false with everything.
Int LessThan(const Real& a, const Real& b) {
  const bool nan_must = a.nan == Nan::kMust || b.nan == Nan::kMust;
  const bool nan_may = a.nan != Nan::kNever || b.nan != Nan::kNever;
  if (nan_must) return Int::Point(0);
  return Bool(a.v < b.v, nan_may || a.hi >= b.lo, a.lo < b.hi);
}

Int LessOrEqual(const Real& a, const Real& b) {
  const bool nan_must = a.nan == Nan::kMust || b.nan == Nan::kMust;
  const bool nan_may = a.nan != Nan::kNever || b.nan != Nan::kNever;
  if (nan_must) return Int::Point(0);
  return Bool(a.v <= b.v, nan_may || a.hi > b.lo, a.lo <= b.hi);
}

Int EqualTo(const Real& a, const Real& b) {
  if (a.nan == Nan::kMust || b.nan == Nan::kMust) return Int::Point(0);
  const bool overlap = a.lo <= b.hi && b.lo <= a.hi;
  const bool certain = a.point() && b.point() && a.lo == b.lo;
  return Bool(a.v == b.v, !certain, overlap);
}

Int LessThan(const Int& a, const Int& b, DType type) {
  // Of an uncertain uint64 only the bits are kept, whose ends are in the wrong order.
  if (type == DType::kUint64 && !(a.point() && b.point()))
    return Bool(Wide(type, a.v) < Wide(type, b.v), true, true);
  return Bool(Wide(type, a.v) < Wide(type, b.v), Wide(type, a.hi) >= Wide(type, b.lo),
              Wide(type, a.lo) < Wide(type, b.hi));
}

Int LessOrEqual(const Int& a, const Int& b, DType type) {
  // Of an uncertain uint64 only the bits are kept, whose ends are in the wrong order.
  if (type == DType::kUint64 && !(a.point() && b.point()))
    return Bool(Wide(type, a.v) <= Wide(type, b.v), true, true);
  return Bool(Wide(type, a.v) <= Wide(type, b.v), Wide(type, a.hi) > Wide(type, b.lo),
              Wide(type, a.lo) <= Wide(type, b.hi));
}

Int EqualTo(const Int& a, const Int& b) {
  return Bool(a.v == b.v, !(a.point() && b.point() && a.v == b.v), a.lo <= b.hi && b.lo <= a.hi);
}

Int NotOf(const Int& a) { return {1 - a.v, 1 - a.hi, 1 - a.lo}; }

}  // namespace assay
