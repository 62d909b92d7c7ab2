#include "onnx/graphs.h"

#include "base/strings.h"
#include "onnx/attributes.h"
#include "onnx/sparse.h"
#include "onnx/tensors.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

std::string NodeText(const onnx::NodeProto& node, int index) {
  std::string text =
      StrCat("node ", index, " (", node.op_type().empty() ? "no operator" : Quoted(node.op_type()));
  if (!node.name().empty()) text += StrCat(", named ", Quoted(node.name()));
  return text + ")";
}

Status CheckNodeTexts(const onnx::NodeProto& proto) {
  if (proto.op_type().empty()) return Invalid("it has no operator");
  ASSAY_RETURN_IF_ERROR(CheckText(proto.op_type(), "operator"));
  ASSAY_RETURN_IF_ERROR(CheckText(proto.name(), "name"));
  ASSAY_RETURN_IF_ERROR(CheckText(proto.domain(), "domain"));
  ASSAY_RETURN_IF_ERROR(CheckText(proto.overload(), "overload"));
  ASSAY_RETURN_IF_ERROR(CheckText(proto.doc_string(), "documentation"));
  for (const std::string& input : proto.input()) ASSAY_RETURN_IF_ERROR(CheckText(input, "input"));
  return {};
}

Result<Node> ReadNode(onnx::NodeProto& proto, Scope& scope) {
  ASSAY_RETURN_IF_ERROR(CheckNodeTexts(proto));
  Node node;
  node.op = proto.op_type();
  node.name = proto.name();
  node.domain = NormalDomain(proto.domain());
  node.overload = proto.overload();
  node.doc = proto.doc_string();
  for (const std::string& input : proto.input()) {
    node.inputs.push_back(scope.Use(input));
    ASSAY_RETURN_IF_ERROR(scope.CheckBudget());
  }
  ASSAY_ASSIGN(node.attrs, ReadAttributes(*proto.mutable_attribute(), &scope, scope.context()));
  // Sparse values have become dense ones, which a Constant holds under another name.
  if (node.op == "Constant" && node.domain.empty()) {
    if (const Tensor* dense = node.attrs.Get<Tensor>("sparse_value")) {
      if (node.attrs.Has("value")) return Invalid("both value and sparse_value are given");
      node.attrs.Set("value", Attr(*dense));
      node.attrs.Erase("sparse_value");
    }
  }
  for (const std::string& output : proto.output()) node.outputs.push_back(scope.Use(output));
  return node;
}

Status ReadDeclarations(const onnx::GraphProto& proto, Scope& scope) {
  for (const auto* list : {&proto.input(), &proto.output(), &proto.value_info()})
    for (const onnx::ValueInfoProto& info : *list)
      ASSAY_RETURN_IF_ERROR(scope.Declare(info.name(), info.type()));
  return {};
}

// An initializer of a graph input keeps the declared type: it is only a default there.
Status AddInitializer(const std::string& name, Tensor tensor, Scope& scope) {
  Graph& graph = scope.graph();
  const ValueType held = TensorType(tensor.dtype(), tensor.shape());
  const ValueType declared = scope.DeclaredType(name);
  if (!Unify(declared, held))
    return Invalid(
        StrCat("it holds ", TypeText(held), ", but is declared as ", TypeText(declared)));
  const ValueId id = scope.Defines(name) ? scope.Define(name) : scope.Define(name, held);
  if (graph.initializer(id) != nullptr) return Invalid("there are two of that name");
  graph.SetInitializer(id, std::move(tensor));
  return {};
}

Status ReadInitializers(onnx::GraphProto& proto, Scope& scope) {
  const auto add = [&](const std::string& name, Result<Tensor> tensor) -> Status {
    if (name.empty()) return Invalid("an initializer has no name");
    ASSAY_RETURN_IF_ERROR(CheckText(name, "initializer name"));
    const auto where = [&] { return StrCat("initializer ", Quoted(name)); };
    if (!tensor.ok()) return Within(where(), tensor.error());
    const Status status = AddInitializer(name, *std::move(tensor), scope);
    if (!status.ok()) return Within(where(), status.error());
    return {};
  };
  for (onnx::TensorProto& tensor : *proto.mutable_initializer())
    ASSAY_RETURN_IF_ERROR(add(tensor.name(), ReadTensor(tensor, scope.context())));
  for (onnx::SparseTensorProto& tensor : *proto.mutable_sparse_initializer())
    ASSAY_RETURN_IF_ERROR(add(tensor.values().name(), ReadSparseTensor(tensor, scope.context())));
  return {};
}

Status ReadInto(onnx::GraphProto& proto, Scope& scope) {
  ASSAY_RETURN_IF_ERROR(CheckText(proto.doc_string(), "documentation"));
  Graph& graph = scope.graph();
  graph.name = proto.name();
  graph.doc = proto.doc_string();
  ASSAY_RETURN_IF_ERROR(ReadDeclarations(proto, scope));
  for (const onnx::ValueInfoProto& input : proto.input()) {
    if (scope.Defines(input.name()))
      return Invalid(StrCat("input ", Quoted(input.name()), " is listed twice"));
    graph.inputs.push_back(scope.Define(input.name()));
  }
  ASSAY_RETURN_IF_ERROR(ReadInitializers(proto, scope));
  ASSAY_RETURN_IF_ERROR(ReadNodes(*proto.mutable_node(), scope));
  for (const onnx::ValueInfoProto& output : proto.output()) {
    graph.outputs.push_back(scope.Use(output.name()));
    ASSAY_RETURN_IF_ERROR(scope.CheckBudget());
  }
  return {};
}

void WriteInfo(const Graph& graph, ValueId id, onnx::ValueInfoProto* proto) {
  proto->set_name(graph.name_of(id));
  if (graph.type(id).kind != ValueType::Kind::kUnknown)
    WriteType(graph.type(id), proto->mutable_type());
}

}  // namespace

std::string NormalDomain(const std::string& domain) {
  return domain == "ai.onnx" ? std::string() : domain;
}

Status ReadNodes(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes, Scope& scope) {
  for (int i = 0; i < nodes.size(); ++i) {
    for (const std::string& output : nodes[i].output()) {
      if (output.empty()) continue;
      const Status status = CheckText(output, "output");
      if (!status.ok()) return Within(NodeText(nodes[i], i), status.error());
      scope.Define(output);
    }
  }
  for (int i = 0; i < nodes.size(); ++i) {
    Result<Node> node = ReadNode(nodes[i], scope);
    if (!node.ok()) return Within(NodeText(nodes[i], i), node.error());
    scope.graph().AddNode(*std::move(node));
  }
  return {};
}

Result<Graph> ReadGraph(onnx::GraphProto& proto, Scope* outer, ReadContext& context) {
  ASSAY_RETURN_IF_ERROR(CheckText(proto.name(), "graph name"));
  Scope scope(context, outer);
  const std::string_view what = outer == nullptr ? "graph " : "subgraph ";
  if (scope.nesting() > kMaxSubgraphNesting)
    return Invalid(
        StrCat(what, Quoted(proto.name()), " is nested more than ", kMaxSubgraphNesting, " deep"));
  const Status status = ReadInto(proto, scope);
  if (!status.ok()) return Within(StrCat(what, Quoted(proto.name())), status.error());
  return std::move(scope.graph());
}

void WriteNode(const Graph& graph, const Node& node, onnx::NodeProto* proto) {
  proto->set_op_type(node.op);
  if (!node.name.empty()) proto->set_name(node.name);
  if (!node.domain.empty()) proto->set_domain(node.domain);
  if (!node.overload.empty()) proto->set_overload(node.overload);
  if (!node.doc.empty()) proto->set_doc_string(node.doc);
  for (const ValueId id : node.inputs)
    proto->add_input(id == kAbsent ? std::string() : graph.name_of(id));
  for (const ValueId id : node.outputs)
    proto->add_output(id == kAbsent ? std::string() : graph.name_of(id));
  for (const auto& [name, attr] : node.attrs) WriteAttribute(name, attr, proto->add_attribute());
}

void WriteGraph(const Graph& graph, onnx::GraphProto* proto) {
  proto->set_name(graph.name);
  if (!graph.doc.empty()) proto->set_doc_string(graph.doc);
  std::vector<bool> declared(graph.value_count(), false);
  for (const ValueId id : graph.inputs) {
    WriteInfo(graph, id, proto->add_input());
    declared[static_cast<size_t>(id)] = true;
  }
  for (const ValueId id : graph.outputs) {
    WriteInfo(graph, id, proto->add_output());
    declared[static_cast<size_t>(id)] = true;
  }
  for (const auto& [id, tensor] : graph.initializers()) {
    onnx::TensorProto* out = proto->add_initializer();
    WriteTensor(tensor, out);
    out->set_name(graph.name_of(id));
  }
  for (const NodePtr& node : graph.nodes()) {
    WriteNode(graph, *node, proto->add_node());
    for (const ValueId id : node->outputs)
      if (id != kAbsent && !declared[static_cast<size_t>(id)] &&
          graph.type(id).kind != ValueType::Kind::kUnknown)
        WriteInfo(graph, id, proto->add_value_info());
  }
}

}  // namespace assay::onnxio
