// The distance of two files by the folders they lie in.
#pragma once

#include <string>

namespace assay::optbug {

// The longer remaining path after the common part: torch/ao/quantization/experimental and torch/jit
// share torch, then three levels differ on one side and one on the other, so that it is 3.
int DirectoryDistance(const std::string& a, const std::string& b);

}  // namespace assay::optbug
