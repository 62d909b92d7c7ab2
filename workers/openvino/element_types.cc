#include "element_types.h"

#include <string>

#include "../cpp/assay_worker.h"

namespace assay::openvino {
namespace {

// Fields of protocol buffers: a number, or bytes; all small enough for a single byte.
std::string Field(int field, int value) {
  return {static_cast<char>(field << 3), static_cast<char>(value)};
}
std::string Field(int field, const std::string& bytes) {
  return std::string{static_cast<char>(field << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

// An ONNX file (numbers of the fields: onnx.proto) with y = Identity(x) on a vector of this type.
std::string IdentityModel(int element_type) {
  constexpr int kIrVersion = 8, kOpset = 16;
  const std::string shape = Field(1, Field(1, 1));
  const std::string type = Field(1, Field(1, element_type) + Field(2, shape));
  const std::string node = Field(1, "x") + Field(2, "y") + Field(4, "Identity");
  const std::string graph = Field(1, node) + Field(2, "g") +
                            Field(11, Field(1, "x") + Field(2, type)) +
                            Field(12, Field(1, "y") + Field(2, type));
  return Field(1, kIrVersion) + Field(7, graph) + Field(8, Field(2, kOpset));
}

int AskType(const Core* core, int onnx_type, int none) {
  const std::string text = IdentityModel(onnx_type);
  Model* model = nullptr;
  if (ReadModel(core, text.data(), text.size(), nullptr, &model) != 0) return none;
  const Owned<Model> owner(model);
  return Get<int>(PortType, Make<Port>(ModelInput, model, size_t{0}).get());
}

}  // namespace

void ElementTypes::Ask(const Core* core) {
  by_onnx_.fill(kNone);
  // Strings are objects of C++ in OpenVINO, out of reach of the C interface.
  for (int type = 1; type < kTypes; ++type)
    if (type != worker::kString) by_onnx_[type] = AskType(core, type, kNone);
}

int ElementTypes::ToOpenvino(uint8_t onnx_type) const {
  if (onnx_type >= kTypes || by_onnx_[onnx_type] == kNone)
    throw worker::Unsupported("OpenVINO does not have ONNX's element type " +
                              std::to_string(onnx_type));
  return by_onnx_[onnx_type];
}

uint8_t ElementTypes::ToOnnx(int openvino_type) const {
  for (uint8_t type = 1; type < kTypes; ++type)
    if (by_onnx_[type] == openvino_type) return type;
  throw worker::Unsupported("ONNX does not have OpenVINO's element type " +
                            std::to_string(openvino_type));
}

}  // namespace assay::openvino
