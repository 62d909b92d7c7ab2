// ModelProto to and from Model: the whole of a file.
#pragma once

#include "graph/graph.h"
#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

// Reads all of `proto` and verifies its structure. Training information and device configurations
// are not kept. With `consume`, the weights in `proto` are freed as they are copied.
Result<Model> ReadModel(onnx::ModelProto& proto, bool consume);
void WriteModel(const Model& model, onnx::ModelProto* proto);

// The structure of the graph and of all function bodies.
Status VerifyModel(const Model& model);

}  // namespace assay::onnxio
