// The numbers of the fields are those of onnx.proto.
#include "onnx_outputs.h"

#include <utility>

#include "proto.h"

namespace assay::opencv {
namespace {

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
