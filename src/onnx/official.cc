#include "onnx/official.h"

#include "base/strings.h"
#include "onnx/models.h"
#include "onnx/official_proto.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wshadow"
#include "onnx/checker.h"
#include "onnx/shape_inference/implementation.h"
#pragma GCC diagnostic pop

namespace assay::onnxio {
namespace {

// The library's texts have line breaks in the middle of sentences.
std::string OneLine(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// Runs `action`, which may throw anything.
template <typename Action>
Status Caught(std::string_view what, const Action& action) {
  try {
    action();
    return {};
  } catch (const std::exception& error) {
    return Invalid(StrCat(what, ": ", OneLine(error.what())));
  } catch (...) {
    return Invalid(StrCat(what, ": it failed without a message"));
  }
}

// Operators that were dropped before ONNX 1.0 became stable: the checker lets them pass and prints a warning to
// standard output, where it would end up in the middle of our own output.
Status RefuseExperimental(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes) {
  for (int i = 0; i < nodes.size(); ++i) {
    if (onnx::checker::check_is_experimental_op(nodes[i]))
      return Invalid(StrCat("node ", i, " (", nodes[i].op_type(), ") uses an experimental operator without meaning"));
    for (const onnx::AttributeProto& attribute : nodes[i].attribute()) {
      if (attribute.has_g()) ASSAY_RETURN_IF_ERROR(RefuseExperimental(attribute.g().node()));
      for (const onnx::GraphProto& graph : attribute.graphs()) ASSAY_RETURN_IF_ERROR(RefuseExperimental(graph.node()));
    }
  }
  return {};
}

}  // namespace

Status CheckProtoWithOfficial(const onnx::ModelProto& proto) {
  ASSAY_RETURN_IF_ERROR(RefuseExperimental(proto.graph().node()));
  for (const onnx::FunctionProto& function : proto.functions())
    ASSAY_RETURN_IF_ERROR(RefuseExperimental(function.node()));
  return Caught("the official ONNX checker refuses it", [&] { onnx::checker::check_model(proto); });
}

Status CheckWithOfficial(const Model& model) {
  ASSAY_RETURN_IF_ERROR(VerifyModel(model));
  onnx::ModelProto proto;
  WriteModel(model, &proto);
  return CheckProtoWithOfficial(proto);
}

Result<Model> InferWithOfficial(const Model& model, bool propagate_data) {
  ASSAY_RETURN_IF_ERROR(VerifyModel(model));
  onnx::ModelProto proto;
  WriteModel(model, &proto);
  const onnx::ShapeInferenceOptions options(/*check_type_val=*/false, /*strict_mode_val=*/0, propagate_data);
  ASSAY_RETURN_IF_ERROR(Caught("the official ONNX shape inference fails", [&] {
    onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), options);
  }));
  return ReadModel(proto, /*consume=*/true);
}

}  // namespace assay::onnxio
