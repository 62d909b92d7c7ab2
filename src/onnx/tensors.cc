#include "onnx/tensors.h"

#include <cstring>

#include "base/strings.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

enum class Field { kNone, kRaw, kFloat, kInt32, kString, kInt64, kDouble, kUint64 };

std::string_view FieldName(Field field) {
  switch (field) {
    case Field::kRaw:
      return "raw_data";
    case Field::kFloat:
      return "float_data";
    case Field::kInt32:
      return "int32_data";
    case Field::kString:
      return "string_data";
    case Field::kInt64:
      return "int64_data";
    case Field::kDouble:
      return "double_data";
    case Field::kUint64:
      return "uint64_data";
    case Field::kNone:
      break;
  }
  return "no data";
}

// The field that the specification assigns to an element type, besides raw_data.
Field TypedField(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
    case DType::kComplex64:
      return Field::kFloat;
    case DType::kFloat64:
    case DType::kComplex128:
      return Field::kDouble;
    case DType::kInt64:
      return Field::kInt64;
    case DType::kUint32:
    case DType::kUint64:
      return Field::kUint64;
    case DType::kString:
      return Field::kString;
    default:
      return Field::kInt32;
  }
}

struct Source {
  Field field = Field::kNone;
  uint64_t entries = 0;  // bytes for raw_data
};

// The one field that holds data; more than one is an error.
Result<Source> FindSource(const onnx::TensorProto& proto) {
  const Source candidates[] = {{Field::kRaw, proto.raw_data().size()},
                               {Field::kFloat, static_cast<uint64_t>(proto.float_data_size())},
                               {Field::kInt32, static_cast<uint64_t>(proto.int32_data_size())},
                               {Field::kString, static_cast<uint64_t>(proto.string_data_size())},
                               {Field::kInt64, static_cast<uint64_t>(proto.int64_data_size())},
                               {Field::kDouble, static_cast<uint64_t>(proto.double_data_size())},
                               {Field::kUint64, static_cast<uint64_t>(proto.uint64_data_size())}};
  Source found;
  for (const Source& candidate : candidates) {
    if (candidate.entries == 0) continue;
    if (found.field != Field::kNone)
      return Invalid(StrCat("both ", FieldName(found.field), " and ", FieldName(candidate.field),
                            " hold data"));
    found = candidate;
  }
  return found;
}

bool IsPacked(DType dtype) { return dtype != DType::kString && BitWidth(dtype) < 8; }

// In int32_data, 4- and 2-bit elements come as packed bytes, 6-bit ones each for itself.
bool IsPackedInInt32(DType dtype) { return IsPacked(dtype) && 8 % BitWidth(dtype) == 0; }

// How many entries of `field` a tensor of `count` elements needs.
uint64_t NeededEntries(Field field, DType dtype, int64_t count) {
  if (field == Field::kRaw || IsPackedInInt32(dtype)) return PackedBytes(dtype, count);
  return static_cast<uint64_t>(count) * (IsComplex(dtype) ? 2 : 1);
}

Status CheckSource(const Source& source, DType dtype, const Shape& shape, int64_t count) {
  const bool fits = source.field == Field::kNone || source.field == TypedField(dtype) ||
                    (source.field == Field::kRaw && dtype != DType::kString);
  if (!fits)
    return Invalid(
        StrCat(DTypeName(dtype), " elements cannot be stored in ", FieldName(source.field)));
  // No file holds that many elements; the limit keeps the products below from overflowing.
  constexpr int64_t kAbsurd = int64_t{1} << 50;
  if (count < kAbsurd && NeededEntries(source.field, dtype, count) == source.entries) return {};
  const std::string announced = StrCat("shape ", ShapeText(shape), " of ", DTypeName(dtype));
  if (source.field == Field::kNone)
    return Invalid(StrCat(announced, " has ", count, " elements, but no data is given"));
  if (count >= kAbsurd)
    return Invalid(StrCat(announced, " has ", count, " elements, but ", FieldName(source.field),
                          " holds ", source.entries, " entries"));
  return Invalid(StrCat(announced, " needs ", NeededEntries(source.field, dtype, count),
                        source.field == Field::kRaw ? " bytes" : " entries", ", but ",
                        FieldName(source.field), " holds ", source.entries));
}

using Bytes = std::vector<std::byte>;

template <typename T>
Bytes CopyBytes(const T* data, size_t entries) {
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  return Bytes(begin, begin + entries * sizeof(T));
}

// One element per byte, signed types sign-extended, from a stream of bits that fills bytes from the
// low end upwards.
template <typename ByteAt>
Bytes Unpack(DType dtype, int64_t count, const ByteAt& byte_at) {
  const auto width = static_cast<size_t>(BitWidth(dtype));
  const unsigned mask = (1u << width) - 1;
  const unsigned sign = IsSignedInt(dtype) ? 1u << (width - 1) : 0;
  Bytes out(static_cast<size_t>(count));
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t at = i * width / 8, shift = i * width % 8;
    unsigned bits = byte_at(at);
    if (shift + width > 8) bits |= static_cast<unsigned>(byte_at(at + 1)) << 8;
    bits = (bits >> shift) & mask;
    out[i] = static_cast<std::byte>((bits ^ sign) - sign);
  }
  return out;
}

Bytes FromRaw(const std::string& raw, DType dtype, int64_t count) {
  if (IsPacked(dtype))
    return Unpack(dtype, count, [&](size_t i) { return static_cast<unsigned char>(raw[i]); });
  Bytes bytes = CopyBytes(raw.data(), raw.size());
  if (dtype == DType::kBool)
    for (std::byte& b : bytes) b = b == std::byte{0} ? std::byte{0} : std::byte{1};
  return bytes;
}

// Entries are numbers of `dtype` or, for floats, their bits. A negative integer may also come as
// its bits.
Result<Bytes> FromInt32(const google::protobuf::RepeatedField<int32_t>& entries, DType dtype,
                        int64_t count) {
  if (dtype == DType::kInt32) return CopyBytes(entries.data(), static_cast<size_t>(entries.size()));
  const int width = IsPackedInInt32(dtype) ? 8 : BitWidth(dtype);
  const int64_t lowest = IsFloat(dtype) ? 0 : -(int64_t{1} << (width - 1));
  const int64_t highest = (int64_t{1} << width) - 1;
  for (const int32_t entry : entries)
    if (entry < lowest || entry > highest)
      return Invalid(StrCat("int32_data holds ", entry, ", which is no ", DTypeName(dtype)));
  if (IsPackedInInt32(dtype))
    return Unpack(dtype, count, [&](size_t i) {
      return static_cast<unsigned>(entries[static_cast<int>(i)]) & 0xffu;
    });
  const size_t size = StorageBytes(dtype);
  Bytes bytes(static_cast<size_t>(count) * size);
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const int32_t entry = entries[static_cast<int>(i)];
    const int32_t bits = dtype == DType::kBool ? static_cast<int32_t>(entry != 0) : entry;
    std::memcpy(bytes.data() + i * size, &bits,
                size);  // the low bytes: this code is for little-endian machines
  }
  return bytes;
}

Result<Bytes> FromUint64(const google::protobuf::RepeatedField<uint64_t>& entries, DType dtype) {
  if (dtype == DType::kUint64)
    return CopyBytes(entries.data(), static_cast<size_t>(entries.size()));
  std::vector<uint32_t> narrow;
  narrow.reserve(static_cast<size_t>(entries.size()));
  for (const uint64_t entry : entries) {
    if (entry > UINT32_MAX)
      return Invalid(StrCat("uint64_data holds ", entry, ", which is not a uint32"));
    narrow.push_back(static_cast<uint32_t>(entry));
  }
  return CopyBytes(narrow.data(), narrow.size());
}

Result<Bytes> ReadBytes(const onnx::TensorProto& proto, Field field, DType dtype, int64_t count) {
  const auto size = [](const auto& entries) { return static_cast<size_t>(entries.size()); };
  switch (field) {
    case Field::kRaw:
      return FromRaw(proto.raw_data(), dtype, count);
    case Field::kFloat:
      return CopyBytes(proto.float_data().data(), size(proto.float_data()));
    case Field::kDouble:
      return CopyBytes(proto.double_data().data(), size(proto.double_data()));
    case Field::kInt64:
      return CopyBytes(proto.int64_data().data(), size(proto.int64_data()));
    case Field::kInt32:
      return FromInt32(proto.int32_data(), dtype, count);
    case Field::kUint64:
      return FromUint64(proto.uint64_data(), dtype);
    case Field::kString:
    case Field::kNone:
      break;
  }
  return Bytes();
}

// Sub-byte elements as a stream of bits; unused bits of the last byte are 0.
std::string Pack(const Tensor& tensor) {
  const auto width = static_cast<size_t>(BitWidth(tensor.dtype()));
  const unsigned mask = (1u << width) - 1;
  std::string out(PackedBytes(tensor.dtype(), tensor.count()), '\0');
  const auto add = [&](size_t at, unsigned bits) {
    out[at] = static_cast<char>(static_cast<unsigned char>(out[at]) | bits);
  };
  for (size_t i = 0; i < tensor.byte_size(); ++i) {
    const size_t at = i * width / 8, shift = i * width % 8;
    const unsigned bits = (std::to_integer<unsigned>(tensor.data()[i]) & mask) << shift;
    add(at, bits & 0xff);
    if (bits > 0xff) add(at + 1, bits >> 8);
  }
  return out;
}

}  // namespace

uint64_t PackedBytes(DType dtype, int64_t count) {
  return (static_cast<uint64_t>(count) * static_cast<uint64_t>(BitWidth(dtype)) + 7) / 8;
}

Result<Tensor> ReadTensor(onnx::TensorProto& proto, const ReadContext& context) {
  ASSAY_ASSIGN(const DType dtype, ReadElementType(proto.data_type()));
  ASSAY_ASSIGN(Shape shape, ReadShape(proto.dims()));
  if (proto.has_segment()) return Unsupported("tensors stored in segments are not supported");
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return Invalid("external data is not allowed here");
  ASSAY_ASSIGN(const Source source, FindSource(proto));
  const int64_t count = ElementCount(shape);
  ASSAY_RETURN_IF_ERROR(CheckSource(source, dtype, shape, count));
  if (dtype == DType::kString) {
    std::vector<std::string> strings(proto.string_data().begin(), proto.string_data().end());
    return Tensor(std::move(shape), std::move(strings));
  }
  ASSAY_ASSIGN(Bytes bytes, ReadBytes(proto, source.field, dtype, count));
  if (context.consume && source.field == Field::kRaw) std::string().swap(*proto.mutable_raw_data());
  return Tensor(dtype, std::move(shape), std::move(bytes));
}

void WriteTensor(const Tensor& tensor, onnx::TensorProto* proto) {
  proto->set_data_type(static_cast<int>(tensor.dtype()));
  for (const int64_t size : tensor.shape()) proto->add_dims(size);
  if (tensor.dtype() == DType::kString) {
    for (const std::string& text : tensor.strings()) proto->add_string_data(text);
  } else if (tensor.count() == 0) {
    return;  // the official checker wants no data field at all then
  } else if (IsPacked(tensor.dtype())) {
    proto->set_raw_data(Pack(tensor));
  } else {
    proto->set_raw_data(tensor.data(), tensor.byte_size());
  }
}

}  // namespace assay::onnxio
