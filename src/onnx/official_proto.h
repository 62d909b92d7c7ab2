// The official checker on a protobuf message, for the loader.
#pragma once

#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

// `proto` must have passed ReadModel: the official library trusts sizes that were checked there.
Status CheckProtoWithOfficial(const onnx::ModelProto& proto);

}  // namespace assay::onnxio
