// ONNX files to and from the model representation. The only folder that sees protobuf.
//
// Whatever a file holds, these functions answer with a model or with a message that names the node
// and the rule; they never crash and never take more memory than a small multiple of the file's
// size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/graph.h"
#include "tensor/datum.h"

namespace assay::onnxio {

struct LoadOptions {
  // Also asks the official checker, which knows the operators, once our own checks are passed.
  bool official_check = true;
  // Folder for external data. Empty: LoadModel takes the file's own folder, ParseModel refuses
  // external data.
  std::string base_dir;
};

// Protobuf itself cannot hold more; larger weights belong in external files.
inline constexpr uint64_t kMaxModelBytes = (uint64_t{1} << 31) - 1;

// All that decides what a model computes is kept; model_io.cc lists what is not. Value types are
// those the file declares; captured values have the type of the value outside, initializers that of
// their tensor.
Result<Model> LoadModel(const std::string& path, LoadOptions options = {});
Result<Model> ParseModel(std::string_view bytes, const LoadOptions& options = {});

// ParseModel gives back an equal model. Refuses a model that VerifyStructure refuses and one beyond
// kMaxModelBytes. The same model always gives the same bytes.
Result<std::string> SerializeModel(const Model& model);
// The same of a model with which the official checker is content: for those who need both of every
// model, as building the message is most of either.
Result<std::string> SerializeChecked(const Model& model);
Status SaveModel(const Model& model, const std::string& path);

// One value of the ONNX test-data format: a TensorProto, SequenceProto or OptionalProto, told apart
// by `type`.
Result<Datum> ParseDatum(std::string_view bytes, const ValueType& type);
Result<std::string> SerializeDatum(const Datum& datum, const std::string& name);

}  // namespace assay::onnxio
