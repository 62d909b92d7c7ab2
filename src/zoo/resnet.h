// Residual networks of bottleneck blocks (He et al., 2015), the backbone of several models.
#pragma once

#include <array>

#include "zoo/layers.h"

namespace assay::zoo {

struct ResNetPlan {
  std::array<int, 4> blocks = {3, 4, 6, 3};
  int64_t width = 64;       // channels of the stem; stage i ends with 4 * width * 2^i
  int64_t wider = 1;        // 2: the inner channels of Wide ResNet
  bool small_stem = false;  // 3x3 without pooling, for images of 32
  int dilated_stages = 0;   // so many last stages dilate instead of halving the image
  int stages = 4;           // how many are built
};

// The results of the stages, in order.
std::vector<ValueId> ResNetStages(Builder& b, ValueId x, const ResNetPlan& plan);

}  // namespace assay::zoo
