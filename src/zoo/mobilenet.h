// MobileNet backbones.
#pragma once

#include "zoo/layers.h"

namespace assay::zoo {

// The results of MobileNet v1's 13 separable layers (Howard et al., 2017). `width` divides the
// published numbers of channels.
std::vector<ValueId> MobileNetV1Layers(Builder& b, ValueId x, int64_t divisor);

// One row of MobileNet v2's table: expansion, channels, repeats, stride of the first.
struct InvertedResidual {
  int64_t expansion, channels, repeats, stride;
};
inline constexpr InvertedResidual kMobileNetV2[] = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                                    {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                                                    {6, 320, 1, 1}};

}  // namespace assay::zoo
