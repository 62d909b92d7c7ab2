// The numbers of the fields are those of onnx.proto.
#include "kernel_shapes.h"

#include <map>
#include <vector>

#include "proto.h"

namespace assay::opencv {
namespace {

using Shapes = std::map<std::string_view, std::vector<uint64_t>>;

// TensorProto: its name and dimensions, which may be packed.
void ReadInitializer(std::string_view bytes, Shapes& out) {
  std::string_view name;
  std::vector<uint64_t> shape;
  for (Message tensor(bytes); tensor.Next();) {
    if (tensor.field() == 8) name = tensor.bytes();
    if (tensor.field() != 1) continue;
    if (tensor.bytes().empty()) shape.push_back(tensor.number());
    for (Message packed(tensor.bytes()); packed.NextPacked();) shape.push_back(packed.number());
  }
  out[name] = std::move(shape);
}

bool IsKernelShape(std::string_view attribute) {
  for (Message field(attribute); field.Next();)
    if (field.field() == 1) return field.bytes() == "kernel_shape";
  return false;
}

// The weights of a convolution without kernel_shape; "" for other nodes.
std::string_view BareConvolution(std::string_view node_bytes) {
  std::string_view type;
  std::vector<std::string_view> inputs;
  for (Message node(node_bytes); node.Next();) {
    if (node.field() == 1) inputs.push_back(node.bytes());
    if (node.field() == 4) type = node.bytes();
    if (node.field() == 5 && IsKernelShape(node.bytes())) return {};
  }
  const bool convolution = type == "Conv" || type == "ConvTranspose";
  return convolution && inputs.size() > 1 ? inputs[1] : std::string_view();
}

std::string KernelShape(const std::vector<uint64_t>& weights) {
  constexpr int kIntsAttribute = 7;
  std::string out;
  AppendBytes(out, 1, "kernel_shape");
  for (size_t i = 2; i < weights.size(); ++i) AppendNumber(out, 8, weights[i]);
  AppendNumber(out, 20, kIntsAttribute);
  return out;
}

std::string CompleteGraph(std::string_view bytes) {
  constexpr int kNode = 1, kInitializer = 5, kAttribute = 5;
  Shapes shapes;
  for (Message graph(bytes); graph.Next();)
    if (graph.field() == kInitializer) ReadInitializer(graph.bytes(), shapes);
  std::string out;
  for (Message graph(bytes); graph.Next();) {
    const auto weights =
        graph.field() == kNode ? shapes.find(BareConvolution(graph.bytes())) : shapes.end();
    if (weights == shapes.end() || weights->second.size() < 3) {
      out += graph.raw();
      continue;
    }
    std::string node(graph.bytes());
    AppendBytes(node, kAttribute, KernelShape(weights->second));
    AppendBytes(out, kNode, node);
  }
  return out;
}

}  // namespace

std::string WithKernelShapes(std::string_view model) {
  constexpr int kGraph = 7;
  std::string out;
  for (Message file(model); file.Next();) {
    if (file.field() == kGraph)
      AppendBytes(out, kGraph, CompleteGraph(file.bytes()));
    else
      out += file.raw();
  }
  // Shorter than before: it ended in something that is no field. OpenCV shall say so.
  return out.size() < model.size() ? std::string(model) : out;
}

}  // namespace assay::opencv
