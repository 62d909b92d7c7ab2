// Bounded: a tensor of elements that each carry a value, an interval and a NaN state.
//
// Stored as separate arrays that exist only when needed: a tensor of exact values has no interval
// arrays, one without NaN no state array. Copies share the arrays; writing to a shared one copies
// it first.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bound/real.h"
#include "bound/rules.h"
#include "tensor/tensor.h"

namespace assay {

class Bounded {
 public:
  Bounded() = default;
  // Zeros, or empty strings.
  Bounded(DType dtype, Shape shape);

  // Exact elements of `tensor`. Subnormal floats may have been read as zero when the rules allow
  // flushing. Complex tensors are not supported.
  static Result<Bounded> From(const Tensor& tensor, const Rules& rules);
  // The values v, rounded to the type.
  Tensor ToTensor() const;

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  int64_t count() const { return count_; }
  bool is_real() const { return IsFloat(dtype_); }
  bool is_string() const { return dtype_ == DType::kString; }
  // True when no element has an interval or a NaN: every value is certain.
  bool exact() const;

  Real real(int64_t i) const {
    const auto k = static_cast<size_t>(i);
    const Arrays& a = *arrays_;
    if (!a.nan.empty() && a.nan[k] == Nan::kMust) return Real::MustNan();
    if (a.lo.empty()) return {a.v[k], a.v[k], a.v[k], a.nan.empty() ? Nan::kNever : a.nan[k]};
    return {a.v[k], a.lo[k], a.hi[k], a.nan.empty() ? Nan::kNever : a.nan[k], Ends(k)};
  }
  Int integer(int64_t i) const {
    const auto k = static_cast<size_t>(i);
    const Arrays& a = *arrays_;
    if (a.ilo.empty()) return Int::Point(a.iv[k]);
    return {a.iv[k], a.ilo[k], a.ihi[k], Ends(k)};
  }
  const std::string& string(int64_t i) const { return arrays_->strings[static_cast<size_t>(i)]; }

  void set(int64_t i, const Real& x);
  void set(int64_t i, const Int& x);
  void set(int64_t i, std::string text);
  // Element `j` of `from`, which has the same element type.
  void set(int64_t i, const Bounded& from, int64_t j);
  // Either the element that is there or element `j` of `from`.
  void Widen(int64_t i, const Bounded& from, int64_t j);
  // Nothing is known of element i.
  void SetUndetermined(int64_t i);

  // Same elements under another shape of the same count; another type of the same class (float16 as
  // float32, say).
  Bounded Reshaped(Shape shape) const;
  Bounded Retyped(DType dtype) const;
  // out[i] = this[map[i]]; -1 takes zero (or "").
  Bounded Take(Shape shape, std::span<const int64_t> map) const;

  // Raw arrays for the fast kernels. lo and hi are empty when every element equals v, nan when
  // there is none.
  std::span<const double> v() const { return arrays_->v; }
  std::span<const double> lo() const { return arrays_->lo; }
  std::span<const double> hi() const { return arrays_->hi; }
  std::span<const Nan> nan() const { return arrays_->nan; }
  std::span<const int64_t> ints() const { return arrays_->iv; }
  // True when every integer is certain.
  bool certain_ints() const { return arrays_->ilo.empty(); }
  static Bounded FromArrays(DType dtype, Shape shape, std::vector<double> v, std::vector<double> lo,
                            std::vector<double> hi, std::vector<Nan> nan,
                            std::vector<uint8_t> ends = {});

 private:
  struct Arrays {
    std::vector<double> v, lo, hi;
    std::vector<Nan> nan;
    std::vector<uint8_t> ends;  // Real::ends, Int::ends; empty when there is none
    std::vector<int64_t> iv, ilo, ihi;
    std::vector<std::string> strings;
  };
  bool Ends(size_t k) const { return !arrays_->ends.empty() && arrays_->ends[k] != 0; }
  static void SetEnds(Arrays& a, size_t k, size_t count, bool ends) {
    if (ends && a.ends.empty()) a.ends.assign(count, 0);
    if (!a.ends.empty()) a.ends[k] = ends ? 1 : 0;
  }
  Arrays& Own() {
    if (arrays_.use_count() != 1) arrays_ = std::make_shared<Arrays>(*arrays_);
    return *arrays_;
  }

  DType dtype_ = DType::kUndefined;
  Shape shape_;
  int64_t count_ = 0;
  // Shared between the values of a run that differ only in shape; copied on write.
  std::shared_ptr<Arrays> arrays_;
};

}  // namespace assay
