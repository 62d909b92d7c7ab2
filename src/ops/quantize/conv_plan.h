// Convolution windows for the integer operators: geometry from attributes, and which elements meet
// in which output.
#pragma once

#include <vector>

#include "ops/elementwise.h"

namespace assay::ops {

struct ConvGeometry {
  std::vector<int64_t> kernel, strides, dilations, begin,
      out;  // per spatial axis; out: -1 where not known
  int64_t group = 1;
  bool crops = false;  // as WindowAxis::crops
};

// Geometry of a convolution of x (N, C, D..) with w (M, C/group, k..); -1 stands for sizes that are
// not known.
Result<ConvGeometry> GeometryOf(const Call& call, std::span<const int64_t> x,
                                std::span<const int64_t> w);
// The type of the result, after checking channels and groups.
Result<TensorType> ConvType(const Call& call, const TensorType& x, const TensorType& w,
                            DType result);

// One tap of the window at one output position, as offsets within a channel of x and within a
// filter plane of w.
struct Tap {
  int64_t x, w;
};

class ConvPlan {
 public:
  static Result<ConvPlan> Of(const Call& call, const Shape& x, const Shape& w);
  const Shape& out() const { return out_; }

  // term(x index, w index) for every product of each output element, then done(output index, output
  // channel).
  template <typename Term, typename Done>
  void ForEach(Term term, Done done) const {
    const int64_t per_group = w_channels_, positions = static_cast<int64_t>(taps_.size());
    const int64_t filters = out_[1], group_filters = filters / group_;
    for (int64_t n = 0; n < out_[0]; ++n) {
      for (int64_t m = 0; m < filters; ++m) {
        const int64_t first = m / group_filters * per_group;
        for (int64_t p = 0; p < positions; ++p) {
          for (int64_t c = 0; c < per_group; ++c)
            for (const Tap& tap : taps_[static_cast<size_t>(p)])
              term((n * x_channels_ + first + c) * x_plane_ + tap.x,
                   (m * per_group + c) * w_plane_ + tap.w);
          done((n * filters + m) * positions + p, m);
        }
      }
    }
  }

 private:
  Shape out_;
  std::vector<std::vector<Tap>> taps_;  // per output position
  int64_t x_channels_ = 0, w_channels_ = 0, x_plane_ = 1, w_plane_ = 1, group_ = 1;
};

// Attributes and a filter tensor for a candidate x; nothing when x does not suit a convolution.
struct ProposedConv {
  Attrs attrs;
  Tensor weights;
};
std::optional<ProposedConv> ProposeConv(const ProposeCall& call, DType weights);

}  // namespace assay::ops
