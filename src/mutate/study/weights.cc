#include "mutate/study/weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace {

constexpr int kLastAxis = -1;
constexpr int kFirstWideAxis = -2;  // the first one that is larger than 1
constexpr int kByTransB = -3;       // Gemm: 0 or 1

// Which inputs of an operator are weights, and along which axis its neurons lie. The first one is
// the main weight. Running variances are not among them: a negative one has no root.
struct WeightInput {
  std::string_view op;
  size_t input;
  int axis;
};
constexpr WeightInput kWeightInputs[] = {
    {"Conv", 1, 0},
    {"Conv", 2, 0},
    {"ConvTranspose", 1, 1},
    {"ConvTranspose", 2, 0},
    {"Gemm", 1, kByTransB},
    {"Gemm", 2, kLastAxis},
    {"MatMul", 1, kLastAxis},
    {"BatchNormalization", 1, 0},
    {"BatchNormalization", 2, 0},
    {"InstanceNormalization", 1, 0},
    {"InstanceNormalization", 2, 0},
    {"GroupNormalization", 1, 0},
    {"GroupNormalization", 2, 0},
    {"LayerNormalization", 1, kLastAxis},
    {"LayerNormalization", 2, kLastAxis},
    {"RMSNormalization", 1, kLastAxis},
    {"Add", 1, kFirstWideAxis},
    {"Sub", 1, kFirstWideAxis},
    {"Mul", 1, kFirstWideAxis},
    {"PRelu", 1, kFirstWideAxis},
    {"LSTM", 1, 1},
    {"LSTM", 2, 1},
    {"GRU", 1, 1},
    {"GRU", 2, 1},
    {"RNN", 1, 1},
    {"RNN", 2, 1},
    {"Gather", 0, kLastAxis},
};

int NeuronAxis(const Node& node, const Tensor& tensor, int axis) {
  if (axis == kLastAxis) return tensor.rank() - 1;
  if (axis == kByTransB) {
    const int64_t* transposed = node.attrs.Get<int64_t>("transB");
    return transposed != nullptr && *transposed != 0 ? 0 : 1;
  }
  if (axis != kFirstWideAxis) return axis;
  int wide = 0;
  while (wide + 1 < tensor.rank() && tensor.shape()[static_cast<size_t>(wide)] <= 1) ++wide;
  return wide;
}

// Where the numbers of an input lie: the node itself, or the DequantizeLinear in front of it.
struct Source {
  size_t node, input;
  const Tensor* tensor = nullptr;
};

bool IsAllZero(const Tensor& tensor) {
  if (!IsInt(tensor.dtype())) return false;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (tensor.IntAt(i) != 0) return false;
  return true;
}

Source FindSource(const Graph& graph, const std::vector<int>& producers, size_t at, size_t input) {
  const Node& node = graph.node(at);
  const ValueId id = input < node.inputs.size() ? node.inputs[input] : kAbsent;
  if (id == kAbsent) return {at, input};
  if (const Tensor* tensor = graph.initializer(id))
    return {at, input, IsLayerFloat(tensor->dtype()) ? tensor : nullptr};
  const int made = producers[static_cast<size_t>(id)];
  if (made < 0 || UseCount(graph, id) != 1) return {at, input};
  const Node& maker = graph.node(static_cast<size_t>(made));
  if (maker.op != "DequantizeLinear" || maker.inputs[0] == kAbsent) return {at, input};
  const Tensor* integers = graph.initializer(maker.inputs[0]);
  const bool shifted = maker.inputs.size() > 2 && maker.inputs[2] != kAbsent &&
                       (graph.initializer(maker.inputs[2]) == nullptr ||
                        !IsAllZero(*graph.initializer(maker.inputs[2])));
  const bool usable = integers != nullptr && IsInt(integers->dtype()) && !shifted;
  return {static_cast<size_t>(made), 0, usable ? integers : nullptr};
}

// The weights of node `at` that have as many neurons as the main one.
std::vector<Weight> WeightsOf(const Graph& graph, const std::vector<int>& producers, size_t at) {
  std::vector<Weight> out;
  const Node& node = graph.node(at);
  if (!node.domain.empty()) return out;
  for (const WeightInput& entry : kWeightInputs) {
    if (entry.op != node.op) continue;
    const Source source = FindSource(graph, producers, at, entry.input);
    const Tensor* tensor = source.tensor;
    const int axis = tensor == nullptr ? -1 : NeuronAxis(node, *tensor, entry.axis);
    if (tensor == nullptr || tensor->count() == 0 || axis < 0 || axis >= tensor->rank()) {
      if (out.empty()) return out;  // no main weight
      continue;
    }
    Weight weight(*tensor, source.node, source.input, axis);
    if (out.empty() || weight.neurons() == out[0].neurons()) out.push_back(std::move(weight));
  }
  return out;
}

std::vector<int64_t> SomeNeurons(int64_t count, Rng& rng) {
  std::vector<int64_t> all(static_cast<size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  const auto wanted =
      std::max<int64_t>(1, static_cast<int64_t>(kWeightRatio * static_cast<double>(count)));
  for (int64_t i = 0; i < wanted; ++i)
    std::swap(all[static_cast<size_t>(i)], all[static_cast<size_t>(rng.Int(i, count - 1))]);
  all.resize(static_cast<size_t>(wanted));
  return all;
}

Status CheckTolerance(const Graph& graph, const Node& node) {
  for (const ValueId id : node.outputs)
    if (id != kAbsent && !ToleratesChange(graph, id))
      return Reject("what follows needs this layer's range");
  return {};
}

}  // namespace

Weight::Weight(const Tensor& tensor, size_t node, size_t input, int neuron_axis)
    : source_(tensor), node_(node), input_(input) {
  for (int i = 0; i < tensor.rank(); ++i) {
    int64_t& part = i < neuron_axis ? outer_ : i == neuron_axis ? neurons_ : inner_;
    part *= tensor.shape()[static_cast<size_t>(i)];
  }
}

double Weight::Get(int64_t i) const {
  const DType dtype = source_.dtype();
  const size_t size = StorageBytes(dtype);
  const std::byte* data = bytes_.empty() ? source_.data() : bytes_.data();
  uint64_t bits = 0;
  std::memcpy(&bits, data + static_cast<size_t>(i) * size, size);
  return IsFloat(dtype) ? DecodeFloat(dtype, bits)
                        : static_cast<double>(WrapInt(dtype, static_cast<int64_t>(bits)));
}

void Weight::Set(int64_t i, double value) {
  const DType dtype = source_.dtype();
  if (bytes_.empty()) bytes_.assign(source_.data(), source_.data() + source_.byte_size());
  if (IsFloat(dtype)) {
    StoreReal(dtype, bytes_.data(), i, value);
    return;
  }
  const double least = static_cast<double>(IntMin(dtype));
  const double most = static_cast<double>(IntMax(dtype));
  StoreInt(dtype, bytes_.data(), i,
           static_cast<int64_t>(std::clamp(std::nearbyint(value), least, most)));
}

Tensor Weight::Done() && {
  if (bytes_.empty()) return source_;
  return Tensor(source_.dtype(), source_.shape(), std::move(bytes_));
}

std::vector<Site> FindWeights(const Model& model, int64_t neurons, int64_t per_neuron) {
  std::vector<Site> sites;
  const std::vector<int> producers = model.graph.Producers();
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    const Node& node = model.graph.node(i);
    const auto weights = WeightsOf(model.graph, producers, i);
    if (weights.empty() || weights[0].neurons() < neurons || weights[0].per_neuron() < per_neuron)
      continue;
    for (const ValueId id : node.outputs)
      if (id != kAbsent) {
        sites.push_back({.node = i, .value = id});
        break;
      }
  }
  return sites;
}

Result<ModelCase> ChangeWeights(const ModelCase& base, const Site& site, Rng& rng, bool guarded,
                                void (*change)(WeightCall& call)) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (guarded) ASSAY_RETURN_IF_ERROR(CheckTolerance(graph, graph.node(site.node)));
  std::vector<Weight> weights = WeightsOf(graph, graph.Producers(), site.node);
  WeightCall call{weights, SomeNeurons(weights[0].neurons(), rng), rng};
  change(call);
  for (Weight& weight : weights) {
    const size_t at = weight.node(), input = weight.input();
    const NodePtr old = graph.nodes()[at];
    const ValueId id = old->inputs[input];
    Tensor changed = std::move(weight).Done();
    if (changed.SharesDataWith(*graph.initializer(id))) continue;
    Node node = *old;
    node.inputs[input] = AddConstant(graph, graph.name_of(id), std::move(changed));
    graph.SetNode(at, std::move(node));
    DropWeights(graph, *old);
  }
  return out;
}

}  // namespace assay::mutate
