// RealWriter: fills a floating-point Bounded element by element, faster than Bounded::set, and
// keeps interval and NaN arrays only when some element needs them.
#pragma once

#include <vector>

#include "bound/bounded.h"

namespace assay {

class RealWriter {
 public:
  RealWriter(DType dtype, Shape shape)
      : dtype_(dtype),
        shape_(std::move(shape)),
        count_(static_cast<size_t>(ElementCount(shape_))),
        v_(count_) {}

  void set(int64_t i, const Real& x) {
    const auto k = static_cast<size_t>(i);
    v_[k] = x.v;
    if (x.nan != Nan::kNever) SetNan(k, x.nan);
    if (x.ends) SetEnds(k);
    if (lo_.empty()) {
      if (x.nan == Nan::kMust || (x.lo == x.v && x.hi == x.v)) return;
      lo_ = v_;  // everything before k is exact; what follows is overwritten when it is set
      hi_ = v_;
    }
    lo_[k] = x.lo;
    hi_[k] = x.hi;
  }

  Bounded Finish() && {
    return Bounded::FromArrays(dtype_, std::move(shape_), std::move(v_), std::move(lo_),
                               std::move(hi_), std::move(nan_), std::move(ends_));
  }

 private:
  void SetNan(size_t k, Nan state) {
    if (nan_.empty()) nan_.assign(count_, Nan::kNever);
    nan_[k] = state;
  }
  void SetEnds(size_t k) {
    if (ends_.empty()) ends_.assign(count_, 0);
    ends_[k] = 1;
  }

  DType dtype_;
  Shape shape_;
  size_t count_;
  std::vector<double> v_, lo_, hi_;
  std::vector<Nan> nan_;
  std::vector<uint8_t> ends_;
};

}  // namespace assay
