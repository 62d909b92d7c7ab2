#include "onnx/types.h"

#include "base/strings.h"

namespace assay::onnxio {
namespace {

Result<Dim> ReadDim(const onnx::TensorShapeProto::Dimension& proto) {
  if (proto.has_dim_value()) {
    if (proto.dim_value() < 0) return Invalid(StrCat("size ", proto.dim_value(), " is negative"));
    return Dim::Known(proto.dim_value());
  }
  ASSAY_RETURN_IF_ERROR(CheckText(proto.dim_param(), "the name of a size"));
  return Dim::Named(proto.dim_param());
}

Result<TensorType> ReadTensorType(const onnx::TypeProto::Tensor& proto) {
  TensorType type;
  if (proto.elem_type() != 0) {
    ASSAY_ASSIGN(type.dtype, ReadElementType(proto.elem_type()));
  }
  if (!proto.has_shape()) return type;
  type.has_rank = true;
  if (proto.shape().dim_size() > kMaxRank)
    return Invalid(StrCat("rank ", proto.shape().dim_size(), " is above ", kMaxRank));
  Shape known;
  for (const auto& dim : proto.shape().dim()) {
    ASSAY_ASSIGN(const Dim one, ReadDim(dim));
    type.dims.push_back(one);
    if (one.known()) known.push_back(one.size);
  }
  if (!CheckedElementCount(known))
    return Invalid(StrCat("the sizes ", ShapeText(known), " multiply to more than 64 bits hold"));
  return type;
}

Result<ValueType> ReadMapType(const onnx::TypeProto::Map& proto, int nesting) {
  ASSAY_ASSIGN(const DType key, ReadElementType(proto.key_type()));
  if (!IsInt(key) && key != DType::kString)
    return Invalid(
        StrCat("a map's keys cannot be ", DTypeName(key), "; they must be integers or strings"));
  ASSAY_ASSIGN(ValueType mapped, ReadType(proto.value_type(), nesting + 1));
  return ValueType::MapOf(key, std::move(mapped));
}

}  // namespace

Result<DType> ReadElementType(int number) {
  if (number == 0) return Invalid("the element type is undefined");
  if (number < 0 || number >= kDTypeCount)
    return Invalid(StrCat("element type ", number, " does not exist"));
  return static_cast<DType>(number);
}

Result<Shape> ReadShape(const google::protobuf::RepeatedField<int64_t>& dims) {
  if (dims.size() > kMaxRank) return Invalid(StrCat("rank ", dims.size(), " is above ", kMaxRank));
  Shape shape(dims.begin(), dims.end());
  for (const int64_t size : shape)
    if (size < 0) return Invalid(StrCat("shape ", ShapeText(shape), " has a negative size"));
  if (!CheckedElementCount(shape))
    return Invalid(StrCat("shape ", ShapeText(shape), " has more elements than 64 bits can count"));
  return shape;
}

Result<ValueType> ReadType(const onnx::TypeProto& proto, int nesting) {
  if (nesting > kMaxTypeNesting)
    return Invalid(StrCat("the type is nested more than ", kMaxTypeNesting, " deep"));
  switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType: {
      ASSAY_ASSIGN(TensorType tensor, ReadTensorType(proto.tensor_type()));
      return ValueType(std::move(tensor));
    }
    case onnx::TypeProto::kSequenceType: {
      ASSAY_ASSIGN(ValueType element, ReadType(proto.sequence_type().elem_type(), nesting + 1));
      return ValueType::SequenceOf(std::move(element));
    }
    case onnx::TypeProto::kOptionalType: {
      ASSAY_ASSIGN(ValueType element, ReadType(proto.optional_type().elem_type(), nesting + 1));
      return ValueType::OptionalOf(std::move(element));
    }
    case onnx::TypeProto::kMapType:
      return ReadMapType(proto.map_type(), nesting);
    case onnx::TypeProto::kSparseTensorType:
      return Unsupported("sparse tensor types are not supported");
    case onnx::TypeProto::kOpaqueType:
      return Unsupported(
          StrCat("opaque type ", Quoted(proto.opaque_type().name()), " is not supported"));
    case onnx::TypeProto::VALUE_NOT_SET:
      break;
  }
  return ValueType();
}

void WriteType(const ValueType& type, onnx::TypeProto* proto) {
  switch (type.kind) {
    case ValueType::Kind::kTensor: {
      auto* tensor = proto->mutable_tensor_type();
      tensor->set_elem_type(static_cast<int>(type.tensor.dtype));
      if (!type.tensor.has_rank) return;
      auto* shape = tensor->mutable_shape();
      for (const Dim& dim : type.tensor.dims) {
        auto* out = shape->add_dim();
        if (dim.known())
          out->set_dim_value(dim.size);
        else if (dim.symbol != 0)
          out->set_dim_param(SymbolName(dim.symbol));
      }
      return;
    }
    case ValueType::Kind::kSequence:
      return WriteType(*type.element, proto->mutable_sequence_type()->mutable_elem_type());
    case ValueType::Kind::kOptional:
      return WriteType(*type.element, proto->mutable_optional_type()->mutable_elem_type());
    case ValueType::Kind::kMap:
      proto->mutable_map_type()->set_key_type(static_cast<int>(type.key));
      return WriteType(*type.element, proto->mutable_map_type()->mutable_value_type());
    case ValueType::Kind::kUnknown:
      return;
  }
}

}  // namespace assay::onnxio
