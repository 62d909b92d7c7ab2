// Element types by ONNX's numbers and by OpenVINO's, which differ from version to version.
#pragma once

#include <array>
#include <cstdint>

#include "ov_api.h"

namespace assay::openvino {

class ElementTypes {
 public:
  // Asks `core` how it reads each of ONNX's types.
  void Ask(const Core* core);

  // Throw worker::Unsupported when there is no counterpart.
  int ToOpenvino(uint8_t onnx_type) const;
  uint8_t ToOnnx(int openvino_type) const;

 private:
  static constexpr int kNone = -1;
  static constexpr int kTypes = 29;  // ONNX's numbers are below this
  std::array<int, kTypes> by_onnx_{};
};

}  // namespace assay::openvino
