// Reads just enough of protocol buffers' wire format: a message is a list of fields, each a tag
// (number and kind) with a number or bytes. The numbers of the fields are those of onnx.proto.
#include "onnx_outputs.h"

#include <algorithm>

namespace assay::opencv {
namespace {

class Message {
 public:
  explicit Message(std::string_view bytes) : rest_(bytes) {}

  // Steps to the next field; false at the end or where the bytes make no sense.
  bool Next() {
    if (rest_.empty()) return false;
    const uint64_t tag = Varint();
    field_ = static_cast<int>(tag >> 3);
    bytes_ = {};
    switch (tag & 7) {
      case 0:
        number_ = Varint();
        return true;
      case 1:
        bytes_ = Take(8);
        return true;
      case 2:
        bytes_ = Take(Varint());
        return true;
      case 5:
        bytes_ = Take(4);
        return true;
      default:
        return false;
    }
  }
  int field() const { return field_; }
  uint64_t number() const { return number_; }
  std::string_view bytes() const { return bytes_; }

 private:
  uint64_t Varint() {
    uint64_t out = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(Take(1)[0]);
      out |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return out;
  }
  std::string_view Take(uint64_t count) {
    const std::string_view out = rest_.substr(0, count);
    rest_.remove_prefix(std::min<uint64_t>(count, rest_.size()));
    return out;
  }

  std::string_view rest_, bytes_;
  int field_ = 0;
  uint64_t number_ = 0;
};

// TensorShapeProto: only dimensions with a number count as static.
void ReadShape(std::string_view bytes, Declared& out) {
  out.has_static_shape = true;
  for (Message shape(bytes); shape.Next();) {
    if (shape.field() != 1) continue;
    bool has_size = false;
    for (Message size(shape.bytes()); size.Next();) {
      if (size.field() != 1) continue;
      out.shape.push_back(static_cast<int64_t>(size.number()));
      has_size = true;
    }
    out.has_static_shape &= has_size;
  }
}

// TypeProto, of which only tensors matter.
void ReadType(std::string_view bytes, Declared& out) {
  for (Message type(bytes); type.Next();) {
    if (type.field() != 1) continue;
    for (Message tensor(type.bytes()); tensor.Next();) {
      if (tensor.field() == 1) out.element_type = static_cast<int>(tensor.number());
      if (tensor.field() == 2) ReadShape(tensor.bytes(), out);
    }
  }
}

void ReadOutput(std::string_view bytes, std::map<std::string, Declared>& out) {
  std::string name;
  Declared declared;
  for (Message info(bytes); info.Next();) {
    if (info.field() == 1) name = info.bytes();
    if (info.field() == 2) ReadType(info.bytes(), declared);
  }
  out[name] = std::move(declared);
}

}  // namespace

std::map<std::string, Declared> DeclaredOutputs(std::string_view model) {
  constexpr int kGraph = 7, kOutput = 12;
  std::map<std::string, Declared> out;
  for (Message file(model); file.Next();) {
    if (file.field() != kGraph) continue;
    for (Message graph(file.bytes()); graph.Next();)
      if (graph.field() == kOutput) ReadOutput(graph.bytes(), out);
  }
  return out;
}

}  // namespace assay::opencv
