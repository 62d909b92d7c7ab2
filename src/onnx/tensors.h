// TensorProto to and from Tensor.
#pragma once

#include "onnx/protos.h"
#include "onnx/read_context.h"
#include "tensor/tensor.h"

namespace assay::onnxio {

// Bytes of `count` elements in a file: sub-byte types are packed there. Needs a type other than
// string and a count below 2^50.
uint64_t PackedBytes(DType dtype, int64_t count);

// Nothing is allocated before the announced shape has been found to fit the data that is present.
// External data must have been fetched before. With context.consume, raw data is freed in `proto`.
Result<Tensor> ReadTensor(onnx::TensorProto& proto, const ReadContext& context);

// Writes raw_data (string_data for strings), without a name.
void WriteTensor(const Tensor& tensor, onnx::TensorProto* proto);

}  // namespace assay::onnxio
