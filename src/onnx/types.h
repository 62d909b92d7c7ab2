// TypeProto to and from ValueType, and the checks on element types and shapes that tensors share.
#pragma once

#include "graph/type.h"
#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

// An element type number of a file. 0 ("undefined") and numbers that ONNX does not define are
// invalid.
Result<DType> ReadElementType(int number);

// Sizes of a tensor that is present: none negative, a rank and an element count within bounds.
Result<Shape> ReadShape(const google::protobuf::RepeatedField<int64_t>& dims);

// No type at all gives kUnknown. Sparse tensor and opaque types are unsupported.
Result<ValueType> ReadType(const onnx::TypeProto& proto, int nesting = 0);
void WriteType(const ValueType& type, onnx::TypeProto* proto);

}  // namespace assay::onnxio
