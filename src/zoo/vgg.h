// The convolutional part of VGG networks (Simonyan and Zisserman, 2014), the backbone of several
// models.
#pragma once

#include <array>

#include "zoo/layers.h"

namespace assay::zoo {

// 3x3 convolutions with 64, 128, 256, 512 and 512 filters, so many per stage, a pool after each.
struct VggPlan {
  std::array<int, 5> convolutions = {2, 2, 3, 3, 3};
  int64_t width = 64;
  bool batch_norm = false;
};

// One stage without its pool; `stage` counts from 0.
ValueId VggStage(Builder& b, ValueId x, const VggPlan& plan, int stage);
ValueId VggFeatures(Builder& b, ValueId x, const VggPlan& plan);

}  // namespace assay::zoo
