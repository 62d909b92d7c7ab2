// FunctionProto to and from Function.
#pragma once

#include "graph/graph.h"
#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

Result<Function> ReadFunction(onnx::FunctionProto& proto, ReadContext& context);
void WriteFunction(const Function& function, onnx::FunctionProto* proto);

// Operator sets, of a model or a function: versions within bounds, one version per domain.
Result<std::map<std::string, int>> ReadOpsets(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& protos);
void WriteOpsets(const std::map<std::string, int>& opsets,
                 google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>* protos);

// No two functions of one name, and none that calls itself, directly or through others.
Status CheckFunctionCalls(const Model& model);

}  // namespace assay::onnxio
