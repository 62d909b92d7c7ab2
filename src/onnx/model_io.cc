// Reading goes in five steps, each of which protects the next: a scan of the raw bytes (wire_scan),
// protobuf's parser, external data (external_data), our own reader (models, graphs, …, which checks
// every size before it allocates), and last the official checker, which is not hardened against
// hostile files and knows the operators.
//
// Kept: all that decides what a model computes, plus names, documentation of models, graphs,
// functions and nodes, and the model's metadata. Not kept: quantization annotations, metadata below
// the model, device placements, training information. Sparse tensors become dense ones.
#include "onnx/model_io.h"

#include <climits>
#include <filesystem>
#include <new>

#include "base/files.h"
#include "base/strings.h"
#include "onnx/external_data.h"
#include "onnx/models.h"
#include "onnx/official_proto.h"
#include "onnx/parse_proto.h"

namespace assay::onnxio {
namespace {

// Memory may run out on a machine with limits; that is the file's fault, not ours.
template <typename Action>
auto WithinMemory(const Action& action) -> decltype(action()) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return Invalid("there is not enough memory for it");
  } catch (const std::exception& error) {
    return Invalid(StrCat("reading failed: ", error.what()));
  }
}

Result<Model> Convert(onnx::ModelProto& proto, const LoadOptions& options) {
  ASSAY_RETURN_IF_ERROR(FetchExternalData(proto, options.base_dir));
  ASSAY_ASSIGN(Model model, ReadModel(proto, /*consume=*/!options.official_check));
  if (options.official_check) ASSAY_RETURN_IF_ERROR(CheckProtoWithOfficial(proto));
  return model;
}

// Unlike Within, whatever the length: the file must be named.
Error InFile(const std::string& path, Error error) {
  error.message = path + ": " + error.message;
  return error;
}

Status ParseInto(std::string_view bytes, onnx::ModelProto* proto) {
  if (bytes.empty()) return Invalid("the file is empty");
  const Status status = ParseProto(bytes, WireRoot::kModel, proto);
  if (!status.ok()) return Within("not an ONNX file, or a damaged one", status.error());
  return {};
}

Result<std::string> BytesOf(const onnx::ModelProto& proto) {
  const size_t size = proto.ByteSizeLong();
  if (size > kMaxModelBytes)
    return Invalid(StrCat("the model takes ", size, " bytes; an ONNX file can hold 2 GB"));
  std::string bytes;
  if (!proto.SerializeToString(&bytes))
    return Invalid("the model cannot be written as a protobuf message");
  return bytes;
}

}  // namespace

Result<Model> ParseModel(std::string_view bytes, const LoadOptions& options) {
  return WithinMemory([&]() -> Result<Model> {
    onnx::ModelProto proto;
    ASSAY_RETURN_IF_ERROR(ParseInto(bytes, &proto));
    return Convert(proto, options);
  });
}

Result<Model> LoadModel(const std::string& path, LoadOptions options) {
  if (options.base_dir.empty()) {
    options.base_dir = std::filesystem::path(path).parent_path().string();
    if (options.base_dir.empty()) options.base_dir = ".";
  }
  return WithinMemory([&]() -> Result<Model> {
    Result<std::string> bytes = ReadFile(path, kMaxModelBytes);
    if (!bytes.ok()) return bytes.error();  // names the file already
    onnx::ModelProto proto;
    const Status parsed = ParseInto(*bytes, &proto);
    if (!parsed.ok()) return InFile(path, parsed.error());
    std::string().swap(*bytes);  // the weights need not exist in the file's form any longer
    Result<Model> model = Convert(proto, options);
    if (!model.ok()) return InFile(path, model.error());
    return model;
  });
}

Result<std::string> SerializeModel(const Model& model) {
  return WithinMemory([&]() -> Result<std::string> {
    ASSAY_RETURN_IF_ERROR(VerifyModel(model));
    onnx::ModelProto proto;
    WriteModel(model, &proto);
    return BytesOf(proto);
  });
}

Result<std::string> SerializeChecked(const Model& model) {
  return WithinMemory([&]() -> Result<std::string> {
    ASSAY_RETURN_IF_ERROR(VerifyModel(model));
    onnx::ModelProto proto;
    WriteModel(model, &proto);
    ASSAY_RETURN_IF_ERROR(CheckProtoWithOfficial(proto));
    return BytesOf(proto);
  });
}

Status SaveModel(const Model& model, const std::string& path) {
  ASSAY_ASSIGN(const std::string bytes, SerializeModel(model));
  return WriteFile(path, bytes);
}

}  // namespace assay::onnxio
