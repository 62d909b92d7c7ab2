// Bytes to a protobuf message, within limits.
#pragma once

#include <string_view>

#include "onnx/protos.h"
#include "onnx/wire_scan.h"

namespace assay::onnxio {

// Scans, then parses. The error says where `bytes` are damaged.
Status ParseProto(std::string_view bytes, WireRoot root, google::protobuf::MessageLite* message);

}  // namespace assay::onnxio
