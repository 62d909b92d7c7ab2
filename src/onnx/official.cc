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

// Operators that were dropped before ONNX 1.0 became stable: the checker lets them pass and prints
// a warning to standard output, where it would end up in the middle of our own output.
Status RefuseExperimental(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes) {
  for (int i = 0; i < nodes.size(); ++i) {
    if (onnx::checker::check_is_experimental_op(nodes[i]))
      return Invalid(StrCat("node ", i, " (", nodes[i].op_type(),
                            ") uses an experimental operator without meaning"));
    for (const onnx::AttributeProto& attribute : nodes[i].attribute()) {
      if (attribute.has_g()) ASSAY_RETURN_IF_ERROR(RefuseExperimental(attribute.g().node()));
      for (const onnx::GraphProto& graph : attribute.graphs())
        ASSAY_RETURN_IF_ERROR(RefuseExperimental(graph.node()));
    }
  }
  return {};
}

void DropNegativeSizes(onnx::TypeProto& type) {
  if (!type.has_tensor_type() || !type.tensor_type().has_shape()) return;
  for (auto& dim : *type.mutable_tensor_type()->mutable_shape()->mutable_dim())
    if (dim.dim_value() < 0) dim.clear_dim_value();
}

// The inference computes with -1 (of Reshape, say) as with a size where it follows data; such a
// size means nothing.
void DropNegativeSizes(onnx::GraphProto& graph) {
  for (auto* list : {graph.mutable_output(), graph.mutable_value_info()})
    for (onnx::ValueInfoProto& info : *list) DropNegativeSizes(*info.mutable_type());
  for (onnx::NodeProto& node : *graph.mutable_node()) {
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) DropNegativeSizes(*attribute.mutable_g());
      for (onnx::GraphProto& subgraph : *attribute.mutable_graphs()) DropNegativeSizes(subgraph);
    }
  }
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
  const onnx::ShapeInferenceOptions options(/*check_type_val=*/false, /*strict_mode_val=*/0,
                                            propagate_data);
  ASSAY_RETURN_IF_ERROR(Caught("the official ONNX shape inference fails", [&] {
    onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), options);
  }));
  DropNegativeSizes(*proto.mutable_graph());
  return ReadModel(proto, /*consume=*/true);
}

Status CheckWithOfficialInference(const Model& model) {
  ASSAY_RETURN_IF_ERROR(VerifyModel(model));
  onnx::ModelProto proto;
  WriteModel(model, &proto);
  const onnx::ShapeInferenceOptions options(/*check_type_val=*/true, /*strict_mode_val=*/1,
                                            /*data_prop_val=*/false);
  return Caught("the official ONNX shape inference refuses it", [&] {
    onnx::shape_inference::InferShapes(proto, onnx::OpSchemaRegistry::Instance(), options);
  });
}

}  // namespace assay::onnxio
