// SparseTensorProto to Tensor. The model representation knows dense tensors only, which mean the
// same.
#pragma once

#include "onnx/protos.h"
#include "onnx/read_context.h"
#include "tensor/tensor.h"

namespace assay::onnxio {

// Refuses a tensor whose dense form is beyond what `context` still allows.
Result<Tensor> ReadSparseTensor(onnx::SparseTensorProto& proto, ReadContext& context);

}  // namespace assay::onnxio
