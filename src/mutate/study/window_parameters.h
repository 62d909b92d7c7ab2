// Parameters of convolutions and pooling: kernel, strides, padding, dilation, groups.
#pragma once

#include "mutate/study/parameters.h"

namespace assay::mutate {

std::span<const Parameter> WindowParameters();

}  // namespace assay::mutate
