// Weights that are stored in files beside the model.
#pragma once

#include <string>

#include "onnx/protos.h"
#include "onnx/read_context.h"

namespace assay::onnxio {

// Fetches every tensor of `model` that is stored externally, so that it looks as if it had been
// stored in the file. Only regular files below `base_dir` are read; absolute paths, "..", links
// that lead out of the folder and ranges outside the file are refused, as is more than 2 GB in
// total. An empty `base_dir` refuses all external data.
Status FetchExternalData(onnx::ModelProto& model, const std::string& base_dir);

}  // namespace assay::onnxio
