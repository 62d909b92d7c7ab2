// AttributeProto to and from Attr.
#pragma once

#include "graph/attr.h"
#include "onnx/protos.h"
#include "onnx/scope.h"

namespace assay::onnxio {

// Subgraphs may use values of `scope`, nullptr for the defaults of a function, which have no graph
// around them.
Result<Attr> ReadAttribute(onnx::AttributeProto& proto, Scope* scope, ReadContext& context);

// Adds all of `protos` to an attribute list. A name may occur once.
Result<Attrs> ReadAttributes(google::protobuf::RepeatedPtrField<onnx::AttributeProto>& protos,
                             Scope* scope, ReadContext& context);

void WriteAttribute(const std::string& name, const Attr& attr, onnx::AttributeProto* proto);

}  // namespace assay::onnxio
