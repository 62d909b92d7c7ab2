// Attributes of ai.onnx that are 0 or 1. The standard says nothing of other numbers, and they mean
// one thing here and another there: `keepdims` = 2 keeps, and `keepdims` == 1 does not.
#pragma once

#include <string_view>

namespace assay::ops {

bool IsFlag(std::string_view attribute);

}  // namespace assay::ops
