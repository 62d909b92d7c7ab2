// The official ONNX library's opinion of a model: its checker and its shape inference.
//
// The first call takes about 15 ms to set up the library's operator schemas.
#pragma once

#include "base/result.h"
#include "graph/graph.h"

namespace assay::onnxio {

// The official checker, without its shape inference. The message is the library's own, on one line.
Status CheckWithOfficial(const Model& model);

// The model with the types that the official shape inference finds (not strict: nodes that it
// cannot infer are left). `propagate_data` follows the values of shape computations, too; it takes
// memory in proportion to the sizes declared for one-dimensional inputs, so do not use it on models
// from strangers.
Result<Model> InferWithOfficial(const Model& model, bool propagate_data = false);

// Whether the official shape inference has nothing against the model: it refuses some that the
// operators' texts allow, and frameworks that build on it then do, too.
Status CheckWithOfficialInference(const Model& model);

}  // namespace assay::onnxio
