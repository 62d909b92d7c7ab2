#include "values.h"

#include <utility>

#include "../cpp/sub_byte.h"
#include "empty_sequence.h"

namespace assay::ort {

using worker::Value;

namespace {

constexpr uint8_t kOnnxFloat8E8M0 = 24, kOnnxUint2 = 25, kOnnxInt2 = 26;
constexpr int kOrtUint2 = 24, kOrtInt2 = 25, kOrtFloat8E8M0 = 26;

Owned<OrtValue> Collect(const std::vector<Owned<OrtValue>>& parts, ValueType type) {
  std::vector<const OrtValue*> pointers;
  for (const Owned<OrtValue>& part : parts) pointers.push_back(part.get());
  return Make<OrtValue>(CreateValue, static_cast<const OrtValue* const*>(pointers.data()),
                        pointers.size(), static_cast<int>(type));
}

void ReadStrings(const OrtValue* value, Value& out) {
  const size_t count = out.count();
  std::string text(Get<size_t>(GetStringTensorDataLength, value), '\0');
  std::vector<size_t> starts(count);
  if (count > 0)
    Check(GetStringTensorContent(value, text.data(), text.size(), starts.data(), count));
  starts.push_back(text.size());
  for (size_t i = 0; i < count; ++i)
    out.strings.push_back(text.substr(starts[i], starts[i + 1] - starts[i]));
}

Value ReadTensor(const OrtValue* value) {
  const Owned<OrtShapeInfo> info = Make<OrtShapeInfo>(GetTensorTypeAndShape, value);
  Value out;
  out.type = OnnxElementType(Get<int>(GetTensorElementType, info.get()));
  out.shape.resize(Get<size_t>(GetDimensionsCount, info.get()));
  Check(GetDimensions(info.get(), out.shape.data(), out.shape.size()));
  if (out.type == worker::kString) {
    ReadStrings(value, out);
    return out;
  }
  const auto* data =
      static_cast<const char*>(Get<void*>(GetTensorMutableData, const_cast<OrtValue*>(value)));
  const int bits = worker::SubByteBits(out.type);
  if (bits == 0) {
    out.data = data;
    out.bytes = out.count() * worker::ElementBytes(out.type);
  } else {
    char* elements = out.Allocate(out.type, std::move(out.shape));
    worker::Unpack(data, out.count(), bits, worker::IsSignedSubByte(out.type), elements);
  }
  return out;
}

// One element of a tensor as a tensor of rank 0.
Value Element(const Value& tensor, size_t index) {
  Value out;
  out.type = tensor.type;
  if (tensor.type == worker::kString) {
    out.strings.push_back(tensor.strings[index]);
  } else {
    out.bytes = worker::ElementBytes(tensor.type);
    out.data = tensor.elements() + index * out.bytes;
  }
  return out;
}

Value ReadMap(const OrtValue* value, std::vector<Owned<OrtValue>>& keep) {
  keep.push_back(Make<OrtValue>(GetValue, value, 0, Allocator()));
  Value out = ReadTensor(keep.back().get());
  out.kind = wire::kMap;
  keep.push_back(Make<OrtValue>(GetValue, value, 1, Allocator()));
  const Value values = ReadTensor(keep.back().get());
  for (size_t i = 0; i < values.count(); ++i) out.items.push_back(Element(values, i));
  return out;
}

Value ReadSequence(const OrtValue* value, std::vector<Owned<OrtValue>>& keep) {
  Value out;
  out.kind = wire::kSequence;
  const auto count = static_cast<int>(Get<size_t>(GetValueCount, value));
  for (int i = 0; i < count; ++i) {
    keep.push_back(Make<OrtValue>(GetValue, value, i, Allocator()));
    out.items.push_back(FromOrt(keep.back().get(), keep));
  }
  return out;
}

}  // namespace

int OrtElementType(uint8_t onnx_type) {
  switch (onnx_type) {
    case kOnnxFloat8E8M0:
      return kOrtFloat8E8M0;
    case kOnnxUint2:
      return kOrtUint2;
    case kOnnxInt2:
      return kOrtInt2;
    default:
      return onnx_type;
  }
}

uint8_t OnnxElementType(int ort_type) {
  switch (ort_type) {
    case kOrtFloat8E8M0:
      return kOnnxFloat8E8M0;
    case kOrtUint2:
      return kOnnxUint2;
    case kOrtInt2:
      return kOnnxInt2;
    default:
      return static_cast<uint8_t>(ort_type);
  }
}

const OrtValue* Feeds::Add(const Value& value, const OrtTypeInfo* declared) {
  owned_.push_back(Convert(value, declared));
  return owned_.back().get();
}

Owned<OrtValue> Feeds::Convert(const Value& value, const OrtTypeInfo* declared) {
  switch (value.kind) {
    case wire::kTensor:
      return Tensor(value);
    case wire::kSequence:
      return Sequence(value, declared);
    case wire::kMap:
      return Map(value);
    case wire::kOptional:
      break;
  }
  // ONNX Runtime takes the content of an optional as it is; an empty one is no input at all.
  if (value.items.empty()) throw worker::Unsupported("an empty optional inside another value");
  return Convert(value.items[0], declared);
}

Owned<OrtValue> Feeds::Tensor(const Value& value) {
  if (value.type == worker::kString) return Strings(value);
  const char* data = value.elements();
  size_t bytes = value.bytes;
  if (const int bits = worker::SubByteBits(value.type); bits != 0) {
    const std::string& packed = packed_.emplace_back(worker::Pack(data, value.count(), bits));
    data = packed.data();
    bytes = packed.size();
  }
  // ONNX Runtime does not write to inputs, although it asks for a pointer that would allow it.
  return Make<OrtValue>(CreateTensorWithDataAsOrtValue, CpuMemory(),
                        static_cast<void*>(const_cast<char*>(data)), bytes, value.shape.data(),
                        value.shape.size(), OrtElementType(value.type));
}

Owned<OrtValue> Feeds::Strings(const Value& value) {
  Owned<OrtValue> out = Make<OrtValue>(CreateTensorAsOrtValue, Allocator(), value.shape.data(),
                                       value.shape.size(), static_cast<int>(worker::kString));
  std::vector<const char*> pointers;
  for (const std::string& text : value.strings) pointers.push_back(text.c_str());
  if (!pointers.empty()) Check(FillStringTensor(out.get(), pointers.data(), pointers.size()));
  return out;
}

Owned<OrtValue> Feeds::Sequence(const Value& value, const OrtTypeInfo* declared) {
  if (value.items.empty()) return MakeEmptySequence(declared);
  std::vector<Owned<OrtValue>> parts;
  for (const Value& item : value.items) parts.push_back(Convert(item, nullptr));
  return Collect(parts, kSequence);
}

Owned<OrtValue> Feeds::Map(const Value& value) {
  Value values;
  for (const Value& item : value.items) {
    values.type = item.type;
    if (item.type == worker::kString)
      values.strings.push_back(item.strings.at(0));
    else
      values.owned.append(item.elements(), item.bytes);
  }
  values.bytes = values.owned.size();
  values.shape = {static_cast<int64_t>(value.items.size())};
  std::vector<Owned<OrtValue>> parts;
  parts.push_back(Tensor(value));
  parts.push_back(Tensor(values));
  return Collect(parts, kMap);  // copies
}

Value FromOrt(const OrtValue* value, std::vector<Owned<OrtValue>>& keep) {
  switch (Get<int>(GetValueType, value)) {
    case kTensor:
      return ReadTensor(value);
    case kSequence:
      return ReadSequence(value, keep);
    case kMap:
      return ReadMap(value, keep);
    case kSparse:
      throw worker::Unsupported("the worker does not read sparse tensors");
    default:
      throw worker::Unsupported("the worker does not know this kind of value");
  }
}

}  // namespace assay::ort
