// Values in the format of the ONNX test data: TensorProto, SequenceProto, OptionalProto and
// MapProto.
#include "base/strings.h"
#include "onnx/model_io.h"
#include "onnx/parse_proto.h"
#include "onnx/sparse.h"
#include "onnx/tensors.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

Result<Datum> ReadSequence(onnx::SequenceProto& proto, ReadContext& context);
Result<Datum> ReadOptional(onnx::OptionalProto& proto, ReadContext& context);

template <typename Proto, typename Read>
Status AppendAll(Proto& protos, const Read& read, std::vector<Datum>& items) {
  for (auto& proto : protos) {
    auto item = read(proto);
    if (!item.ok()) return Within(StrCat("element ", items.size()), item.error());
    items.emplace_back(*std::move(item));
  }
  return {};
}

Result<Datum> ReadMap(onnx::MapProto& proto, ReadContext& context) {
  ASSAY_ASSIGN(const DType key, ReadElementType(proto.key_type()));
  if (!IsInt(key) && key != DType::kString)
    return Invalid(
        StrCat("a map's keys cannot be ", DTypeName(key), "; they must be integers or strings"));
  ASSAY_ASSIGN(Datum map, ReadSequence(*proto.mutable_values(), context));
  map.kind = Datum::Kind::kMap;
  const auto size = static_cast<int64_t>(map.items.size());
  if (proto.keys_size() + int64_t{proto.string_keys_size()} != size)
    return Invalid(StrCat("a map has ", proto.keys_size() + int64_t{proto.string_keys_size()},
                          " keys and ", size, " values"));
  if (key == DType::kString) {
    if (proto.keys_size() > 0) return Invalid("a map with string keys holds number keys");
    map.tensor = Tensor(Shape{size}, {proto.string_keys().begin(), proto.string_keys().end()});
  } else {
    if (proto.string_keys_size() > 0) return Invalid("a map with number keys holds string keys");
    const std::vector<int64_t> keys(proto.keys().begin(), proto.keys().end());
    map.tensor = MakeIntTensor(key, Shape{size}, keys);
  }
  return map;
}

Result<Datum> ReadSequence(onnx::SequenceProto& proto, ReadContext& context) {
  using Proto = onnx::SequenceProto;
  Datum out = Datum::Sequence({});
  switch (proto.elem_type()) {
    case Proto::UNDEFINED:
      break;
    case Proto::TENSOR:
      ASSAY_RETURN_IF_ERROR(AppendAll(
          *proto.mutable_tensor_values(), [&](auto& p) { return ReadTensor(p, context); },
          out.items));
      break;
    case Proto::SPARSE_TENSOR:
      ASSAY_RETURN_IF_ERROR(AppendAll(
          *proto.mutable_sparse_tensor_values(),
          [&](auto& p) { return ReadSparseTensor(p, context); }, out.items));
      break;
    case Proto::SEQUENCE:
      ASSAY_RETURN_IF_ERROR(AppendAll(
          *proto.mutable_sequence_values(), [&](auto& p) { return ReadSequence(p, context); },
          out.items));
      break;
    case Proto::MAP:
      ASSAY_RETURN_IF_ERROR(AppendAll(
          *proto.mutable_map_values(), [&](auto& p) { return ReadMap(p, context); }, out.items));
      break;
    case Proto::OPTIONAL:
      ASSAY_RETURN_IF_ERROR(AppendAll(
          *proto.mutable_optional_values(), [&](auto& p) { return ReadOptional(p, context); },
          out.items));
      break;
    default:
      return Invalid(StrCat("a sequence has the unknown element kind ", proto.elem_type()));
  }
  return out;
}

// The content of an optional, whichever field holds it; the official test data leaves the kind out
// when it is empty.
Result<Datum> ReadOptional(onnx::OptionalProto& proto, ReadContext& context) {
  const auto wrap = [](auto content) -> Result<Datum> {
    if (!content.ok()) return content.error();
    return Datum::Optional(Datum(*std::move(content)));
  };
  if (proto.has_tensor_value()) return wrap(ReadTensor(*proto.mutable_tensor_value(), context));
  if (proto.has_sparse_tensor_value())
    return wrap(ReadSparseTensor(*proto.mutable_sparse_tensor_value(), context));
  if (proto.has_sequence_value())
    return wrap(ReadSequence(*proto.mutable_sequence_value(), context));
  if (proto.has_map_value()) return wrap(ReadMap(*proto.mutable_map_value(), context));
  if (proto.has_optional_value())
    return wrap(ReadOptional(*proto.mutable_optional_value(), context));
  return Datum::Optional();
}

void WriteSequence(const std::vector<Datum>& items, onnx::SequenceProto* proto);
void WriteOptional(const Datum& datum, onnx::OptionalProto* proto);

void WriteMap(const Datum& datum, onnx::MapProto* proto) {
  proto->set_key_type(static_cast<int>(datum.tensor.dtype()));
  if (datum.tensor.dtype() == DType::kString)
    for (const std::string& key : datum.tensor.strings()) proto->add_string_keys(key);
  else
    for (const int64_t key : datum.tensor.Ints()) proto->add_keys(key);
  WriteSequence(datum.items, proto->mutable_values());
}

void WriteSequence(const std::vector<Datum>& items, onnx::SequenceProto* proto) {
  proto->set_elem_type(onnx::SequenceProto::TENSOR);
  for (const Datum& item : items) {
    switch (item.kind) {
      case Datum::Kind::kTensor:
        WriteTensor(item.tensor, proto->add_tensor_values());
        break;
      case Datum::Kind::kSequence:
        proto->set_elem_type(onnx::SequenceProto::SEQUENCE);
        WriteSequence(item.items, proto->add_sequence_values());
        break;
      case Datum::Kind::kMap:
        proto->set_elem_type(onnx::SequenceProto::MAP);
        WriteMap(item, proto->add_map_values());
        break;
      case Datum::Kind::kOptional:
        proto->set_elem_type(onnx::SequenceProto::OPTIONAL);
        WriteOptional(item, proto->add_optional_values());
        break;
    }
  }
}

void WriteOptional(const Datum& datum, onnx::OptionalProto* proto) {
  proto->set_elem_type(onnx::OptionalProto::UNDEFINED);
  if (datum.items.empty()) return;
  const Datum& content = datum.items[0];
  switch (content.kind) {
    case Datum::Kind::kTensor:
      proto->set_elem_type(onnx::OptionalProto::TENSOR);
      WriteTensor(content.tensor, proto->mutable_tensor_value());
      break;
    case Datum::Kind::kSequence:
      proto->set_elem_type(onnx::OptionalProto::SEQUENCE);
      WriteSequence(content.items, proto->mutable_sequence_value());
      break;
    case Datum::Kind::kMap:
      proto->set_elem_type(onnx::OptionalProto::MAP);
      WriteMap(content, proto->mutable_map_value());
      break;
    case Datum::Kind::kOptional:
      proto->set_elem_type(onnx::OptionalProto::OPTIONAL);
      WriteOptional(content, proto->mutable_optional_value());
      break;
  }
}

template <typename Proto, typename Read>
Result<Datum> ParseAs(std::string_view bytes, WireRoot root, const Read& read) {
  Proto proto;
  ASSAY_RETURN_IF_ERROR(ParseProto(bytes, root, &proto));
  ReadContext context;
  auto value = read(proto, context);
  if (!value.ok()) return value.error();
  return Datum(*std::move(value));
}

Result<Datum> Parse(std::string_view bytes, const ValueType& type) {
  switch (type.kind) {
    case ValueType::Kind::kTensor:
      return ParseAs<onnx::TensorProto>(bytes, WireRoot::kTensor, ReadTensor);
    case ValueType::Kind::kSequence:
      return ParseAs<onnx::SequenceProto>(bytes, WireRoot::kSequence, ReadSequence);
    case ValueType::Kind::kOptional:
      return ParseAs<onnx::OptionalProto>(bytes, WireRoot::kOptional, ReadOptional);
    case ValueType::Kind::kMap:
      return ParseAs<onnx::MapProto>(bytes, WireRoot::kMap, ReadMap);
    case ValueType::Kind::kUnknown:
      break;
  }
  return Invalid("the type of the value is not known");
}

template <typename Proto>
Result<std::string> Finish(Proto& proto, const std::string& name) {
  proto.set_name(name);
  if (proto.ByteSizeLong() > kMaxModelBytes)
    return Invalid(StrCat("value ", Quoted(name), " takes more than 2 GB"));
  return proto.SerializeAsString();
}

}  // namespace

Result<Datum> ParseDatum(std::string_view bytes, const ValueType& type) {
  try {
    Result<Datum> datum = Parse(bytes, type);
    if (!datum.ok()) return Within(StrCat("value of type ", TypeText(type)), datum.error());
    return datum;
  } catch (const std::exception& error) {
    return Invalid(StrCat("reading a value failed: ", error.what()));
  }
}

Result<std::string> SerializeDatum(const Datum& datum, const std::string& name) {
  switch (datum.kind) {
    case Datum::Kind::kTensor: {
      onnx::TensorProto proto;
      WriteTensor(datum.tensor, &proto);
      return Finish(proto, name);
    }
    case Datum::Kind::kSequence: {
      onnx::SequenceProto proto;
      WriteSequence(datum.items, &proto);
      return Finish(proto, name);
    }
    case Datum::Kind::kOptional: {
      onnx::OptionalProto proto;
      WriteOptional(datum, &proto);
      return Finish(proto, name);
    }
    case Datum::Kind::kMap: {
      onnx::MapProto proto;
      WriteMap(datum, &proto);
      return Finish(proto, name);
    }
  }
  return Invalid("the value has no kind");
}

}  // namespace assay::onnxio
