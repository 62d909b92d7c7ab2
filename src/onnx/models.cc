#include "onnx/models.h"

#include "base/strings.h"
#include "onnx/functions.h"
#include "onnx/graphs.h"

namespace assay::onnxio {
namespace {

Status ReadHeader(const onnx::ModelProto& proto, Model& model) {
  if (!proto.has_graph()) return Invalid("it holds no graph, so it is not an ONNX model");
  if (proto.ir_version() < 1 || proto.ir_version() > onnx::IR_VERSION)
    return Invalid(StrCat("IR version ", proto.ir_version(), " is not among the known ones (1 to ",
                          int{onnx::IR_VERSION}, ")"));
  model.ir_version = static_cast<int>(proto.ir_version());
  for (const auto& [text, what] :
       {std::pair(&proto.producer_name(), "producer"),
        std::pair(&proto.producer_version(), "producer version"),
        std::pair(&proto.domain(), "domain"), std::pair(&proto.doc_string(), "documentation")})
    ASSAY_RETURN_IF_ERROR(CheckText(*text, what));
  model.producer_name = proto.producer_name();
  model.producer_version = proto.producer_version();
  model.domain = proto.domain();
  model.doc = proto.doc_string();
  model.model_version = proto.model_version();
  for (const onnx::StringStringEntryProto& entry : proto.metadata_props()) {
    ASSAY_RETURN_IF_ERROR(CheckText(entry.key(), "metadata key"));
    ASSAY_RETURN_IF_ERROR(CheckText(entry.value(), "metadata value"));
    if (!model.metadata.try_emplace(entry.key(), entry.value()).second)
      return Invalid(StrCat("metadata key ", Quoted(entry.key()), " is given twice"));
  }
  ASSAY_ASSIGN(model.opsets, ReadOpsets(proto.opset_import()));
  if (model.opsets.empty()) return Invalid("it imports no operator set (opset_import is empty)");
  return {};
}

Status CheckInputTypes(const Graph& graph) {
  for (const ValueId id : graph.inputs) {
    const ValueType& type = graph.type(id);
    if (type.kind == ValueType::Kind::kUnknown ||
        (type.is_tensor() && type.tensor.dtype == DType::kUndefined))
      return Invalid(StrCat("graph ", Quoted(graph.name), ": input ", Quoted(graph.name_of(id)),
                            " has no element type"));
  }
  return {};
}

}  // namespace

Result<Model> ReadModel(onnx::ModelProto& proto, bool consume) {
  Model model;
  ASSAY_RETURN_IF_ERROR(ReadHeader(proto, model));
  ReadContext context;
  context.consume = consume;
  ASSAY_ASSIGN(model.graph, ReadGraph(*proto.mutable_graph(), nullptr, context));
  ASSAY_RETURN_IF_ERROR(CheckInputTypes(model.graph));
  for (onnx::FunctionProto& function : *proto.mutable_functions()) {
    ASSAY_ASSIGN(Function one, ReadFunction(function, context));
    model.functions.push_back(std::move(one));
  }
  ASSAY_RETURN_IF_ERROR(VerifyModel(model));
  ASSAY_RETURN_IF_ERROR(CheckFunctionCalls(model));
  return model;
}

Status VerifyModel(const Model& model) {
  const Status status = VerifyStructure(model.graph);
  if (!status.ok()) return Within(StrCat("graph ", Quoted(model.graph.name)), status.error());
  for (const Function& function : model.functions) {
    const Status body = VerifyStructure(function.body);
    if (!body.ok()) return Within(StrCat("function ", Quoted(function.name)), body.error());
  }
  return {};
}

void WriteModel(const Model& model, onnx::ModelProto* proto) {
  proto->set_ir_version(model.ir_version);
  if (!model.producer_name.empty()) proto->set_producer_name(model.producer_name);
  if (!model.producer_version.empty()) proto->set_producer_version(model.producer_version);
  if (!model.domain.empty()) proto->set_domain(model.domain);
  if (!model.doc.empty()) proto->set_doc_string(model.doc);
  if (model.model_version != 0) proto->set_model_version(model.model_version);
  WriteOpsets(model.opsets, proto->mutable_opset_import());
  for (const auto& [key, value] : model.metadata) {
    onnx::StringStringEntryProto* entry = proto->add_metadata_props();
    entry->set_key(key);
    entry->set_value(value);
  }
  WriteGraph(model.graph, proto->mutable_graph());
  for (const Function& function : model.functions) WriteFunction(function, proto->add_functions());
}

}  // namespace assay::onnxio
