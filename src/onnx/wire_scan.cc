#include "onnx/wire_scan.h"

#include <array>
#include <cstdint>

#include "base/strings.h"
#include "graph/graph.h"
#include "onnx/protos.h"

namespace assay::onnxio {
namespace {

// What parsed parts may take in memory: a fixed allowance, and so much per byte of the file. Two
// bytes of a hostile file can ask for a node; nodes of real models take 30 bytes and more.
constexpr uint64_t kFreeBytes = uint64_t{64} << 20;
constexpr uint64_t kBytesPerByte = 64;

enum Kind : uint8_t {
  kNone,  // not a message: text, bytes, packed numbers, or unknown
  kModel,
  kGraph,
  kNode,
  kAttribute,
  kTensor,
  kSparse,
  kValueInfo,
  kType,
  kTensorType,
  kShape,
  kDim,
  kElementType,
  kMapType,
  kFunction,
  kEntry,
  kOpset,
  kAnnotation,
  kTraining,
  kNodeDevices,
  kSharding,
  kShardedDim,
  kLeaf,
  kSequence,
  kMap,
  kOptional,
  kKinds,
};

struct FieldInfo {
  Kind parent;
  uint8_t number;
  const char* name;
  Kind kind;
};

// The fields of onnx-ml.proto and onnx-data.proto that have a length. Messages must be listed, so
// that they are counted; others are listed for their names in error texts. "[]" marks those that
// may occur more than once.
constexpr FieldInfo kFields[] = {
    {kModel, 2, "producer_name", kNone},
    {kModel, 3, "producer_version", kNone},
    {kModel, 4, "domain", kNone},
    {kModel, 6, "doc_string", kNone},
    {kModel, 7, "graph", kGraph},
    {kModel, 8, "opset_import[]", kOpset},
    {kModel, 14, "metadata_props[]", kEntry},
    {kModel, 20, "training_info[]", kTraining},
    {kModel, 25, "functions[]", kFunction},
    {kModel, 26, "configuration[]", kLeaf},
    {kGraph, 1, "node[]", kNode},
    {kGraph, 2, "name", kNone},
    {kGraph, 5, "initializer[]", kTensor},
    {kGraph, 10, "doc_string", kNone},
    {kGraph, 11, "input[]", kValueInfo},
    {kGraph, 12, "output[]", kValueInfo},
    {kGraph, 13, "value_info[]", kValueInfo},
    {kGraph, 14, "quantization_annotation[]", kAnnotation},
    {kGraph, 15, "sparse_initializer[]", kSparse},
    {kGraph, 16, "metadata_props[]", kEntry},
    {kNode, 1, "input[]", kNone},
    {kNode, 2, "output[]", kNone},
    {kNode, 3, "name", kNone},
    {kNode, 4, "op_type", kNone},
    {kNode, 5, "attribute[]", kAttribute},
    {kNode, 6, "doc_string", kNone},
    {kNode, 7, "domain", kNone},
    {kNode, 8, "overload", kNone},
    {kNode, 9, "metadata_props[]", kEntry},
    {kNode, 10, "device_configurations[]", kNodeDevices},
    {kAttribute, 1, "name", kNone},
    {kAttribute, 4, "s", kNone},
    {kAttribute, 5, "t", kTensor},
    {kAttribute, 6, "g", kGraph},
    {kAttribute, 7, "floats", kNone},
    {kAttribute, 8, "ints", kNone},
    {kAttribute, 9, "strings[]", kNone},
    {kAttribute, 10, "tensors[]", kTensor},
    {kAttribute, 11, "graphs[]", kGraph},
    {kAttribute, 13, "doc_string", kNone},
    {kAttribute, 14, "tp", kType},
    {kAttribute, 15, "type_protos[]", kType},
    {kAttribute, 21, "ref_attr_name", kNone},
    {kAttribute, 22, "sparse_tensor", kSparse},
    {kAttribute, 23, "sparse_tensors[]", kSparse},
    {kTensor, 1, "dims", kNone},
    {kTensor, 3, "segment", kLeaf},
    {kTensor, 4, "float_data", kNone},
    {kTensor, 5, "int32_data", kNone},
    {kTensor, 6, "string_data[]", kNone},
    {kTensor, 7, "int64_data", kNone},
    {kTensor, 8, "name", kNone},
    {kTensor, 9, "raw_data", kNone},
    {kTensor, 10, "double_data", kNone},
    {kTensor, 11, "uint64_data", kNone},
    {kTensor, 12, "doc_string", kNone},
    {kTensor, 13, "external_data[]", kEntry},
    {kTensor, 16, "metadata_props[]", kEntry},
    {kSparse, 1, "values", kTensor},
    {kSparse, 2, "indices", kTensor},
    {kSparse, 3, "dims", kNone},
    {kValueInfo, 1, "name", kNone},
    {kValueInfo, 2, "type", kType},
    {kValueInfo, 3, "doc_string", kNone},
    {kValueInfo, 4, "metadata_props[]", kEntry},
    {kType, 1, "tensor_type", kTensorType},
    {kType, 4, "sequence_type", kElementType},
    {kType, 5, "map_type", kMapType},
    {kType, 6, "denotation", kNone},
    {kType, 7, "opaque_type", kLeaf},
    {kType, 8, "sparse_tensor_type", kTensorType},
    {kType, 9, "optional_type", kElementType},
    {kTensorType, 2, "shape", kShape},
    {kShape, 1, "dim[]", kDim},
    {kDim, 2, "dim_param", kNone},
    {kDim, 3, "denotation", kNone},
    {kElementType, 1, "elem_type", kType},
    {kMapType, 2, "value_type", kType},
    {kFunction, 1, "name", kNone},
    {kFunction, 4, "input[]", kNone},
    {kFunction, 5, "output[]", kNone},
    {kFunction, 6, "attribute[]", kNone},
    {kFunction, 7, "node[]", kNode},
    {kFunction, 8, "doc_string", kNone},
    {kFunction, 9, "opset_import[]", kOpset},
    {kFunction, 10, "domain", kNone},
    {kFunction, 11, "attribute_proto[]", kAttribute},
    {kFunction, 12, "value_info[]", kValueInfo},
    {kFunction, 13, "overload", kNone},
    {kFunction, 14, "metadata_props[]", kEntry},
    {kEntry, 1, "key", kNone},
    {kEntry, 2, "value", kNone},
    {kOpset, 1, "domain", kNone},
    {kAnnotation, 1, "tensor_name", kNone},
    {kAnnotation, 2, "quant_parameter_tensor_names[]", kEntry},
    {kTraining, 1, "initialization", kGraph},
    {kTraining, 2, "algorithm", kGraph},
    {kTraining, 3, "initialization_binding[]", kEntry},
    {kTraining, 4, "update_binding[]", kEntry},
    {kNodeDevices, 2, "sharding_spec[]", kSharding},
    {kSharding, 3, "index_to_device_group_map[]", kLeaf},
    {kSharding, 4, "sharded_dim[]", kShardedDim},
    {kShardedDim, 2, "simple_sharding[]", kLeaf},
    {kSequence, 3, "tensor_values[]", kTensor},
    {kSequence, 4, "sparse_tensor_values[]", kSparse},
    {kSequence, 5, "sequence_values[]", kSequence},
    {kSequence, 6, "map_values[]", kMap},
    {kSequence, 7, "optional_values[]", kOptional},
    {kMap, 4, "string_keys[]", kNone},
    {kMap, 5, "values", kSequence},
    {kOptional, 3, "tensor_value", kTensor},
    {kOptional, 4, "sparse_tensor_value", kSparse},
    {kOptional, 5, "sequence_value", kSequence},
    {kOptional, 6, "map_value", kMap},
    {kOptional, 7, "optional_value", kOptional},
};

constexpr uint32_t kMaxFieldNumber = 32;
using KindTable = std::array<std::array<Kind, kMaxFieldNumber>, kKinds>;

// kFields by parent and number, for the walk.
constexpr KindTable kTable = [] {
  KindTable table{};
  for (const FieldInfo& field : kFields) table[field.parent][field.number] = field.kind;
  return table;
}();

// Memory that a part takes: the protobuf object, and what the reader makes of it.
constexpr uint64_t kNodeBytes = sizeof(onnx::NodeProto) + sizeof(Node) + 32;
constexpr uint64_t kTextBytes = 128;  // often the name of a value

constexpr uint64_t BytesOf(Kind kind) {
  switch (kind) {
    case kModel:
    case kNode:
      return kNodeBytes;
    case kGraph:
    case kFunction:
    case kTraining:
      return sizeof(onnx::GraphProto) + sizeof(Function);
    case kAttribute:
      return sizeof(onnx::AttributeProto) + sizeof(Attrs::Item);
    case kTensor:
      return sizeof(onnx::TensorProto) + sizeof(Tensor);
    case kDim:
      return sizeof(onnx::TensorShapeProto::Dimension) + sizeof(Dim);
    case kValueInfo:
      return sizeof(onnx::ValueInfoProto) + sizeof(Value);
    default:
      return 96;  // no other class is larger by much
  }
}

std::string FieldName(Kind parent, uint32_t number) {
  for (const FieldInfo& field : kFields)
    if (field.parent == parent && field.number == number) return field.name;
  return StrCat("field ", number);
}

class Scanner {
 public:
  explicit Scanner(uint64_t file_bytes) : bytes_left_(kFreeBytes + kBytesPerByte * file_bytes) {}

  // False when the message is damaged; error() then says where and how.
  bool Scan(std::string_view bytes, Kind kind, int nesting) {
    if (nesting > kMaxWireNesting) return Fail("messages are nested too deep");
    if (!Take(BytesOf(kind))) return false;
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (at < end) {
      uint64_t tag = 0;
      if (!ReadVarint(at, end, tag)) return Fail("a field tag is damaged");
      const uint64_t number = tag >> 3;
      if (number == 0 || tag > UINT32_MAX) return Fail("a field tag is damaged");
      const char* const start = at;
      if (!ScanField(at, end, tag & 7, number, kind, nesting)) {
        std::string name = FieldName(kind, static_cast<uint32_t>(number));
        if (name.ends_with("[]")) name.insert(name.size() - 1, Index(bytes, start, number));
        path_ = path_.empty() ? name : StrCat(name, ".", path_);
        return false;
      }
    }
    return true;
  }

  Error error() const {
    return Invalid(path_.empty() ? reason_ : StrCat("in ", path_, ": ", reason_));
  }

 private:
  static bool ReadVarint(const char*& at, const char* end, uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 70 && at < end; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at++);
      value |= shift < 64 ? uint64_t{byte & 0x7fu} << shift : 0;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool ScanField(const char*& at, const char* end, uint64_t wire_type, uint64_t number, Kind parent,
                 int nesting) {
    uint64_t value = 0;
    const auto left = static_cast<uint64_t>(end - at);
    switch (wire_type) {
      case 0:
        return ReadVarint(at, end, value) || Fail("a number is cut off");
      case 1:
      case 5: {
        const uint64_t size = wire_type == 1 ? 8 : 4;
        if (left < size) return Fail("a number is cut off");
        at += size;
        return true;
      }
      case 2:
        break;
      default:
        return Fail(StrCat("wire type ", wire_type, " is not used by ONNX"));
    }
    if (!ReadVarint(at, end, value)) return Fail("a length is cut off");
    const auto rest = static_cast<uint64_t>(end - at);
    const Kind kind = number < kMaxFieldNumber ? kTable[parent][number] : kNone;
    if (value > rest) {
      // The innermost part that is cut off tells most.
      if (kind != kNone && !Scan({at, rest}, kind, nesting + 1)) return false;
      return Fail(StrCat(value, " bytes are announced, ", rest, " are left"));
    }
    const std::string_view content(at, value);
    at += value;
    if (kind != kNone) return Scan(content, kind, nesting + 1);
    return Take(kTextBytes);
  }

  // How many fields of that number precede the one at `until`; counted only for an error text.
  static std::string Index(std::string_view bytes, const char* until, uint64_t wanted) {
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    int index = -1;
    while (at < until) {
      uint64_t tag = 0, value = 0;
      ReadVarint(at, end, tag);
      if (tag >> 3 == wanted) ++index;
      if (at >= until) break;
      if ((tag & 7) == 1) at += 8;
      if ((tag & 7) == 5) at += 4;
      if ((tag & 7) == 0) ReadVarint(at, end, value);
      if ((tag & 7) == 2) {
        ReadVarint(at, end, value);
        at += value;
      }
    }
    return std::to_string(index);
  }

  bool Take(uint64_t bytes) {
    if (bytes > bytes_left_) return Fail("its many small parts would take too much memory");
    bytes_left_ -= bytes;
    return true;
  }

  bool Fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  uint64_t bytes_left_;
  std::string path_;
  std::string reason_;
};

Kind RootKind(WireRoot root) {
  switch (root) {
    case WireRoot::kModel:
      return kModel;
    case WireRoot::kTensor:
      return kTensor;
    case WireRoot::kSequence:
      return kSequence;
    case WireRoot::kOptional:
      return kOptional;
    case WireRoot::kMap:
      return kMap;
  }
  return kModel;
}

}  // namespace

Status ScanWire(std::string_view bytes, WireRoot root) {
  Scanner scanner(bytes.size());
  if (scanner.Scan(bytes, RootKind(root), 0)) return {};
  return scanner.error();
}

}  // namespace assay::onnxio
