#include "onnx/attributes.h"

#include "base/strings.h"
#include "onnx/graphs.h"
#include "onnx/sparse.h"
#include "onnx/tensors.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

using Proto = onnx::AttributeProto;

// The value fields that are present, as kinds. A proto3 writer leaves out zeros, so none at all is
// possible.
struct Present {
  int fields = 0;
  Proto::AttributeType kind = Proto::UNDEFINED;
};

Present FindPresent(const Proto& proto) {
  Present present;
  const auto note = [&](bool there, Proto::AttributeType kind) {
    if (!there) return;
    ++present.fields;
    present.kind = kind;
  };
  note(proto.has_f(), Proto::FLOAT);
  note(proto.has_i(), Proto::INT);
  note(proto.has_s(), Proto::STRING);
  note(proto.has_t(), Proto::TENSOR);
  note(proto.has_g(), Proto::GRAPH);
  note(proto.has_tp(), Proto::TYPE_PROTO);
  note(proto.has_sparse_tensor(), Proto::SPARSE_TENSOR);
  note(proto.floats_size() > 0, Proto::FLOATS);
  note(proto.ints_size() > 0, Proto::INTS);
  note(proto.strings_size() > 0, Proto::STRINGS);
  note(proto.tensors_size() > 0, Proto::TENSORS);
  note(proto.graphs_size() > 0, Proto::GRAPHS);
  note(proto.sparse_tensors_size() > 0, Proto::SPARSE_TENSORS);
  note(proto.type_protos_size() > 0, Proto::TYPE_PROTOS);
  return present;
}

std::string KindName(int kind) {
  return Proto::AttributeType_IsValid(kind)
             ? Proto::AttributeType_Name(static_cast<Proto::AttributeType>(kind))
             : std::to_string(kind);
}

// The kind that the file states, or (in files older than that field) the one of the value present.
Result<Proto::AttributeType> KindOf(const Proto& proto) {
  const Present present = FindPresent(proto);
  if (present.fields > 1) return Invalid("it holds more than one value");
  const Proto::AttributeType kind = proto.type() == Proto::UNDEFINED ? present.kind : proto.type();
  if (kind == Proto::UNDEFINED) return Invalid("it has neither a type nor a value");
  if (present.fields == 1 && present.kind != kind)
    return Invalid(
        StrCat("its type is ", KindName(kind), ", but its value is ", KindName(present.kind)));
  return kind;
}

Result<Attr> ReadReference(const Proto& proto, const ReadContext& context) {
  ASSAY_RETURN_IF_ERROR(CheckText(proto.ref_attr_name(), "attribute name"));
  if (!context.in_function)
    return Invalid(StrCat("it refers to attribute ", Quoted(proto.ref_attr_name()),
                          " of a function, but stands in no function"));
  if (FindPresent(proto).fields != 0) return Invalid("it holds both a reference and a value");
  if (proto.type() == Proto::UNDEFINED) return Invalid("it is a reference without a type");
  return Attr(AttrRef{proto.ref_attr_name(), proto.type()});
}

Result<Attr> ReadGraphs(Proto& proto, Scope* scope, ReadContext& context) {
  std::vector<GraphPtr> graphs;
  for (onnx::GraphProto& graph : *proto.mutable_graphs()) {
    ASSAY_ASSIGN(Graph one, ReadGraph(graph, scope, context));
    graphs.push_back(std::make_shared<const Graph>(std::move(one)));
  }
  return Attr(std::move(graphs));
}

Result<Attr> ReadTensors(Proto& proto, ReadContext& context) {
  std::vector<Tensor> tensors;
  for (onnx::TensorProto& tensor : *proto.mutable_tensors()) {
    ASSAY_ASSIGN(Tensor one, ReadTensor(tensor, context));
    tensors.push_back(std::move(one));
  }
  for (onnx::SparseTensorProto& tensor : *proto.mutable_sparse_tensors()) {
    ASSAY_ASSIGN(Tensor one, ReadSparseTensor(tensor, context));
    tensors.push_back(std::move(one));
  }
  return Attr(std::move(tensors));
}

Result<Attr> ReadValue(Proto& proto, Proto::AttributeType kind, Scope* scope,
                       ReadContext& context) {
  switch (kind) {
    case Proto::FLOAT:
      return Attr(proto.f());
    case Proto::INT:
      return Attr(int64_t{proto.i()});
    case Proto::STRING:
      return Attr(std::move(*proto.mutable_s()));
    case Proto::FLOATS:
      return Attr(std::vector<float>(proto.floats().begin(), proto.floats().end()));
    case Proto::INTS:
      return Attr(std::vector<int64_t>(proto.ints().begin(), proto.ints().end()));
    case Proto::STRINGS:
      return Attr(std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
    case Proto::TENSOR: {
      ASSAY_ASSIGN(Tensor tensor, ReadTensor(*proto.mutable_t(), context));
      return Attr(std::move(tensor));
    }
    case Proto::SPARSE_TENSOR: {
      ASSAY_ASSIGN(Tensor tensor, ReadSparseTensor(*proto.mutable_sparse_tensor(), context));
      return Attr(std::move(tensor));
    }
    case Proto::TENSORS:
    case Proto::SPARSE_TENSORS:
      return ReadTensors(proto, context);
    case Proto::GRAPH: {
      ASSAY_ASSIGN(Graph graph, ReadGraph(*proto.mutable_g(), scope, context));
      return Attr(std::make_shared<const Graph>(std::move(graph)));
    }
    case Proto::GRAPHS:
      return ReadGraphs(proto, scope, context);
    case Proto::TYPE_PROTO: {
      ASSAY_ASSIGN(ValueType type, ReadType(proto.tp()));
      return Attr(std::move(type));
    }
    case Proto::TYPE_PROTOS:
      return Unsupported("lists of types are not supported");
    case Proto::UNDEFINED:
      break;
  }
  return Invalid("it has no type");
}

// Writes the alternative that `attr` holds; one overload per kind.
struct Writer {
  Proto* proto;

  void operator()(int64_t value) const {
    proto->set_type(Proto::INT);
    proto->set_i(value);
  }
  void operator()(float value) const {
    proto->set_type(Proto::FLOAT);
    proto->set_f(value);
  }
  void operator()(const std::string& value) const {
    proto->set_type(Proto::STRING);
    proto->set_s(value);
  }
  void operator()(const std::vector<int64_t>& values) const {
    proto->set_type(Proto::INTS);
    proto->mutable_ints()->Add(values.begin(), values.end());
  }
  void operator()(const std::vector<float>& values) const {
    proto->set_type(Proto::FLOATS);
    proto->mutable_floats()->Add(values.begin(), values.end());
  }
  void operator()(const std::vector<std::string>& values) const {
    proto->set_type(Proto::STRINGS);
    for (const std::string& value : values) proto->add_strings(value);
  }
  void operator()(const Tensor& value) const {
    proto->set_type(Proto::TENSOR);
    WriteTensor(value, proto->mutable_t());
  }
  void operator()(const std::vector<Tensor>& values) const {
    proto->set_type(Proto::TENSORS);
    for (const Tensor& value : values) WriteTensor(value, proto->add_tensors());
  }
  void operator()(const GraphPtr& value) const {
    proto->set_type(Proto::GRAPH);
    WriteGraph(*value, proto->mutable_g());
  }
  void operator()(const std::vector<GraphPtr>& values) const {
    proto->set_type(Proto::GRAPHS);
    for (const GraphPtr& value : values) WriteGraph(*value, proto->add_graphs());
  }
  void operator()(const ValueType& value) const {
    proto->set_type(Proto::TYPE_PROTO);
    WriteType(value, proto->mutable_tp());
  }
  void operator()(const AttrRef& value) const {
    if (Proto::AttributeType_IsValid(value.type))
      proto->set_type(static_cast<Proto::AttributeType>(value.type));
    proto->set_ref_attr_name(value.name);
  }
};

}  // namespace

Result<Attr> ReadAttribute(Proto& proto, Scope* scope, ReadContext& context) {
  if (!proto.ref_attr_name().empty()) return ReadReference(proto, context);
  ASSAY_ASSIGN(const Proto::AttributeType kind, KindOf(proto));
  return ReadValue(proto, kind, scope, context);
}

Result<Attrs> ReadAttributes(google::protobuf::RepeatedPtrField<Proto>& protos, Scope* scope,
                             ReadContext& context) {
  Attrs attrs;
  for (Proto& proto : protos) {
    if (proto.name().empty()) return Invalid("an attribute has no name");
    ASSAY_RETURN_IF_ERROR(CheckText(proto.name(), "attribute name"));
    if (attrs.Has(proto.name()))
      return Invalid(StrCat("attribute ", Quoted(proto.name()), " is given twice"));
    Result<Attr> attr = ReadAttribute(proto, scope, context);
    if (!attr.ok()) return Within(StrCat("attribute ", Quoted(proto.name())), attr.error());
    attrs.Set(proto.name(), *std::move(attr));
  }
  return attrs;
}

void WriteAttribute(const std::string& name, const Attr& attr, Proto* proto) {
  proto->set_name(name);
  std::visit(Writer{proto}, attr);
}

}  // namespace assay::onnxio
