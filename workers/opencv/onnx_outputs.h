// What an ONNX file declares of its outputs; OpenCV forgets it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::opencv {

struct Declared {
  int element_type = 0;
  bool has_static_shape = false;
  std::vector<int64_t> shape;
};

// By name; empty where `model` is not an ONNX file.
std::map<std::string, Declared> DeclaredOutputs(std::string_view model);

}  // namespace assay::opencv
