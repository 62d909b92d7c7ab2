#include "mutate/layer.h"

#include <algorithm>
#include <array>

#include "mutate/edit.h"

namespace assay::mutate {
namespace {

constexpr std::string_view kBackbonePrefix = "backbone/";
constexpr std::string_view kHeadPrefix = "head/";
constexpr double kHeadShare = 0.2;

constexpr std::array<std::string_view, 21> kActivations = {
    "Celu",     "Clip",     "Elu",   "Gelu", "HardSigmoid",     "HardSwish", "LeakyRelu",
    "Mish",     "PRelu",    "Relu",  "Selu", "Sigmoid",         "Softmax",   "LogSoftmax",
    "Softplus", "Softsign", "Swish", "Tanh", "ThresholdedRelu", "Hardmax",   "Erf"};

// Layers in the sense of the frameworks' layer APIs.
constexpr std::array<std::string_view, 27> kLayers = {"Add",
                                                      "AveragePool",
                                                      "BatchNormalization",
                                                      "Conv",
                                                      "ConvTranspose",
                                                      "DepthToSpace",
                                                      "Div",
                                                      "Dropout",
                                                      "Flatten",
                                                      "Gemm",
                                                      "GlobalAveragePool",
                                                      "GlobalMaxPool",
                                                      "GroupNormalization",
                                                      "InstanceNormalization",
                                                      "LRN",
                                                      "LayerNormalization",
                                                      "LpPool",
                                                      "MatMul",
                                                      "MaxPool",
                                                      "Mul",
                                                      "Pad",
                                                      "RMSNormalization",
                                                      "Reshape",
                                                      "Resize",
                                                      "SpaceToDepth",
                                                      "Sub",
                                                      "Transpose"};

bool HasRole(const Node& node) {
  return node.name.starts_with(kBackbonePrefix) || node.name.starts_with(kHeadPrefix);
}

}  // namespace

std::string_view RoleName(Role role) { return role == Role::kHead ? "head" : "backbone"; }

std::vector<Role> Roles(const Graph& graph) {
  std::vector<Role> roles(graph.node_count(), Role::kBackbone);
  const bool named = std::any_of(graph.nodes().begin(), graph.nodes().end(),
                                 [](const NodePtr& node) { return HasRole(*node); });
  const auto first_of_head =
      static_cast<size_t>((1 - kHeadShare) * static_cast<double>(graph.node_count()));
  for (size_t i = 0; i < graph.node_count(); ++i)
    if (named ? graph.node(i).name.starts_with(kHeadPrefix) : i >= first_of_head)
      roles[i] = Role::kHead;
  return roles;
}

std::string_view RolePrefix(const Graph& graph, size_t at) {
  if (at >= graph.node_count() || !HasRole(graph.node(at))) return "";
  return graph.node(at).name.starts_with(kHeadPrefix) ? kHeadPrefix : kBackbonePrefix;
}

bool IsActivation(const Node& node) {
  return node.domain.empty() &&
         std::find(kActivations.begin(), kActivations.end(), node.op) != kActivations.end();
}

bool IsLayer(const Graph& graph, const Node& node) {
  if (!node.domain.empty() || node.inputs.empty() || node.outputs.empty() ||
      node.inputs[0] == kAbsent || node.outputs[0] == kAbsent ||
      std::find(kLayers.begin(), kLayers.end(), node.op) == kLayers.end())
    return false;
  if (std::any_of(node.outputs.begin() + 1, node.outputs.end(),
                  [](ValueId id) { return id != kAbsent; }))
    return false;
  if (!IsFloat(DTypeOf(graph, node.inputs[0])) || !IsFloat(DTypeOf(graph, node.outputs[0])) ||
      graph.initializer(node.inputs[0]) != nullptr)
    return false;
  return std::all_of(node.inputs.begin() + 1, node.inputs.end(),
                     [&](ValueId id) { return id == kAbsent || graph.initializer(id) != nullptr; });
}

std::vector<size_t> WeightInputs(const Graph& graph, const Node& node) {
  std::vector<size_t> out;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == kAbsent) continue;
    const Tensor* tensor = graph.initializer(node.inputs[i]);
    if (tensor != nullptr && IsFloat(tensor->dtype()) && tensor->count() >= 2) out.push_back(i);
  }
  return out;
}

}  // namespace assay::mutate
