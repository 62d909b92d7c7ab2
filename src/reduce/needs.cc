#include "reduce/needs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "ops/schema.h"
#include "reduce/extract.h"
#include "reduce/tensors.h"
#include "triage/family.h"

namespace assay::reduce {
namespace {

// Each change makes another case, or nothing where there is nothing to change.

Tensor Zeros(DType dtype, const Shape& shape) {
  const auto count = static_cast<size_t>(ElementCount(shape));
  if (dtype == DType::kString) return Tensor(shape, std::vector<std::string>(count));
  return Tensor(dtype, shape, std::vector<std::byte>(count * StorageBytes(dtype)));
}

// Two elements along every axis without any.
std::optional<ModelCase> Fill(const ModelCase& small) {
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    const Tensor& tensor = TensorAt(small, place);
    if (tensor.count() > 0) continue;
    Shape shape = tensor.shape();
    std::ranges::replace(shape, 0, 2);
    SetTensor(out, place, Zeros(tensor.dtype(), shape));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

// An axis in place of none.
std::optional<ModelCase> RaiseScalars(const ModelCase& small) {
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    const Tensor& tensor = TensorAt(small, place);
    if (tensor.rank() > 0 || OnlyParameter(small.model.graph, place.id)) continue;
    SetTensor(out, place, tensor.Reshaped({1}));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

// Operators whose axis is the last one where none is given, from that opset on.
struct LastAxis {
  std::string_view op;
  int since;
};
constexpr std::array kLastAxis = {
    LastAxis{"Hardmax", 13},
    LastAxis{"LayerNormalization", 17},
    LastAxis{"LogSoftmax", 13},
    LastAxis{"LpNormalization", 1},
    LastAxis{"RMSNormalization", 23},
    LastAxis{"Softmax", 13},
    LastAxis{"TopK", 1},
};

std::optional<int64_t> AxisOrLast(const Node& node, int opset) {
  if (const auto* axis = node.attrs.Get<int64_t>("axis")) return *axis;
  const auto last = std::ranges::find(kLastAxis, node.op, &LastAxis::op);
  return last != kLastAxis.end() && opset >= last->since ? std::optional<int64_t>(-1)
                                                         : std::nullopt;
}

int64_t Positive(int64_t axis, int64_t rank) { return axis < 0 ? axis + rank : axis; }

// What a node names axes by: attributes, and weights that the schema calls so.
std::optional<ModelCase> PositiveAxes(const ModelCase& small) {
  ModelCase out = small;
  Graph& graph = out.model.graph;
  bool changed = false;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    Node node = graph.node(i);
    if (node.inputs.empty() || node.inputs[0] == kAbsent) continue;
    const ValueType& type = graph.type(node.inputs[0]);
    if (!type.is_tensor() || !type.tensor.shape().has_value()) continue;
    const auto rank = static_cast<int64_t>(type.tensor.shape()->size());
    if (const auto axis = AxisOrLast(node, out.model.opset("")); axis.has_value() && *axis < 0) {
      node.attrs.Set("axis", Positive(*axis, rank));
      changed = true;
    }
    if (const auto* axes = node.attrs.Get<std::vector<int64_t>>("axes");
        axes != nullptr && std::ranges::any_of(*axes, [](int64_t one) { return one < 0; })) {
      std::vector<int64_t> positive = *axes;
      for (int64_t& one : positive) one = Positive(one, rank);
      node.attrs.Set("axes", positive);
      changed = true;
    }
    const ops::Schema* schema = ops::FindSchema(node.domain, node.op, out.model.opset(node.domain));
    for (size_t k = 1; schema != nullptr && k < node.inputs.size() && k < schema->inputs.size();
         ++k) {
      const std::string_view name = schema->inputs[k].name;
      if ((name != "axes" && name != "axis") || node.inputs[k] == kAbsent) continue;
      const Tensor* tensor = graph.initializer(node.inputs[k]);
      if (tensor == nullptr || !IsInt(tensor->dtype())) continue;
      std::vector<int64_t> values = tensor->Ints();
      if (std::ranges::none_of(values, [](int64_t one) { return one < 0; })) continue;
      for (int64_t& one : values) one = Positive(one, rank);
      // A weight of its own: others may read this one for something else.
      const Tensor positive = MakeIntTensor(tensor->dtype(), tensor->shape(), values);
      node.inputs[k] =
          graph.AddValue(graph.FreshName("axes"), TensorType(positive.dtype(), positive.shape()));
      graph.SetInitializer(node.inputs[k], positive);
      changed = true;
    }
    graph.SetNode(i, std::move(node));
  }
  return changed ? std::optional(out) : std::nullopt;
}

// Data that comes when the model is run in place of weights that `chosen` takes.
std::optional<ModelCase> AsInputs(const ModelCase& small,
                                  const std::function<bool(const Place&, const Tensor&)>& chosen) {
  ModelCase out = small;
  Graph& graph = out.model.graph;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    if (place.input) continue;
    const Tensor tensor = TensorAt(small, place);
    if (!chosen(place, tensor)) continue;
    graph.EraseInitializer(place.id);
    graph.inputs.push_back(place.id);
    Datum datum;
    datum.tensor = tensor;
    out.inputs.push_back(std::move(datum));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

std::optional<ModelCase> EmptyWeightsAsInputs(const ModelCase& small) {
  return AsInputs(small, [](const Place&, const Tensor& tensor) { return tensor.count() == 0; });
}

// Shapes, axes and indices stay: many targets want to know them beforehand.
std::optional<ModelCase> WeightsAsInputs(const ModelCase& small) {
  return AsInputs(small, [&](const Place& place, const Tensor& tensor) {
    return tensor.count() > 0 && !OnlyParameter(small.model.graph, place.id);
  });
}

// All operands of the largest one's shape, of operators for which that is all there is to shapes.
std::optional<ModelCase> SameShapes(const ModelCase& small) {
  const Graph& graph = small.model.graph;
  if (graph.node_count() != 1 || graph.outputs.size() != 1 ||
      !triage::IsElementwise(graph.node(0).op))
    return std::nullopt;
  const ValueType& type = graph.type(graph.outputs[0]);
  if (graph.node(0).inputs.size() < 2 || !type.is_tensor() || !type.tensor.shape().has_value())
    return std::nullopt;
  const Shape shape = *type.tensor.shape();
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    Tensor tensor = TensorAt(small, place);
    if (OnlyParameter(graph, place.id) || tensor.shape() == shape ||
        tensor.shape().size() > shape.size() || tensor.count() == 0)
      continue;
    Shape padded(shape.size() - tensor.shape().size(), 1);
    for (const int64_t size : tensor.shape()) padded.push_back(size);
    tensor = tensor.Reshaped(padded);
    for (size_t k = 0; k < shape.size(); ++k) tensor = Resized(tensor, k, shape[k]);
    SetTensor(out, place, std::move(tensor));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

// Two operands of an operator that takes any number of them.
std::optional<ModelCase> TwoOperands(const ModelCase& small) {
  const Graph& graph = small.model.graph;
  if (graph.node_count() != 1 || graph.node(0).inputs.size() < 3 ||
      !triage::IsVariadic(graph.node(0).op))
    return std::nullopt;
  ModelCase out = small;
  Node node = graph.node(0);
  node.inputs.resize(2);
  out.model.graph.SetNode(0, std::move(node));
  return out;
}

// One scale and one zero point for all elements.
std::optional<ModelCase> OneScale(const ModelCase& small) {
  const Graph& graph = small.model.graph;
  if (graph.node_count() != 1 || !triage::IsQuantisation(graph.node(0).op)) return std::nullopt;
  Node node = graph.node(0);
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    Tensor tensor = TensorAt(small, place);
    if (place.id == node.inputs[0] || tensor.count() < 2) continue;
    for (size_t axis = 0; axis < tensor.shape().size(); ++axis) tensor = Resized(tensor, axis, 1);
    SetTensor(out, place, tensor.Reshaped({}));
    changed = true;
  }
  if (!changed) return std::nullopt;
  for (const char* name : {"axis", "block_size"}) node.attrs.Erase(name);
  out.model.graph.SetNode(0, std::move(node));
  return out;
}

bool Wide(int64_t value) {
  return value > std::numeric_limits<int32_t>::max() || value < std::numeric_limits<int32_t>::min();
}

// 64-bit integers that 32 bits hold as well.
std::optional<ModelCase> NarrowIntegers(const ModelCase& small) {
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    const Tensor& tensor = TensorAt(small, place);
    if (tensor.dtype() != DType::kInt64 && tensor.dtype() != DType::kUint64) continue;
    std::vector<int64_t> values = tensor.Ints();
    if (std::ranges::none_of(values, Wide)) continue;
    for (int64_t& value : values) value = Wide(value) ? std::abs(value % 1000) : value;
    SetTensor(out, place, MakeIntTensor(tensor.dtype(), tensor.shape(), values));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

std::optional<ModelCase> AbsoluteValues(const ModelCase& small) {
  ModelCase out = small;
  bool changed = false;
  for (const Place& place : TensorPlaces(small)) {
    const Tensor& tensor = TensorAt(small, place);
    if (!IsFloat(tensor.dtype()) || OnlyParameter(small.model.graph, place.id)) continue;
    std::vector<double> values;
    bool negative = false;
    for (int64_t i = 0; i < tensor.count(); ++i) {
      negative = negative || tensor.RealAt(i) < 0;
      values.push_back(std::abs(tensor.RealAt(i)));
    }
    if (!negative) continue;
    SetTensor(out, place, MakeTensor(tensor.dtype(), tensor.shape(), values));
    changed = true;
  }
  return changed ? std::optional(out) : std::nullopt;
}

size_t RankOf(const Graph& graph, ValueId id) {
  if (id == kAbsent || !graph.type(id).is_tensor()) return 0;
  const auto shape = graph.type(id).tensor.shape();
  return shape.has_value() ? shape->size() : 0;
}

// More axes than most kernels are written for: one less, at the front.
std::optional<ModelCase> FewerAxes(const ModelCase& small) {
  constexpr size_t kUsualAxes = 4;
  const Graph& graph = small.model.graph;
  size_t in = 0, made = 0;
  for (const ValueId id : graph.node(0).inputs) in = std::max(in, RankOf(graph, id));
  for (const ValueId id : graph.node(0).outputs) made = std::max(made, RankOf(graph, id));
  if (std::max(in, made) <= kUsualAxes || in == 0) return std::nullopt;
  ModelCase out = small;
  for (const Place& place : TensorPlaces(small)) {
    const Tensor& tensor = TensorAt(small, place);
    if (tensor.shape().size() < in || OnlyParameter(graph, place.id) || tensor.count() == 0)
      continue;
    if (tensor.shape().size() < 2) return std::nullopt;
    // The two in front become one: all values stay, which may matter, too.
    Shape merged(tensor.shape().begin() + 1, tensor.shape().end());
    merged[0] *= tensor.shape()[0];
    SetTensor(out, place, tensor.Reshaped(merged));
  }
  return out;
}

struct Change {
  const char* need;  // what goes
  std::optional<ModelCase> (*make)(const ModelCase& small);
  bool lone = false;  // says something of a single operator only
};
constexpr std::array kChanges = {
    Change{"empty", Fill},
    Change{"scalar", RaiseScalars, true},
    Change{"negative axis", PositiveAxes},
    Change{"empty constant", EmptyWeightsAsInputs},
    Change{"constant", WeightsAsInputs},
    Change{"broadcast", SameShapes, true},
    Change{"more operands", TwoOperands, true},
    Change{"several scales", OneScale, true},
    Change{"many axes", FewerAxes, true},
    Change{"wide integers", NarrowIntegers, true},
    Change{"negative values", AbsoluteValues, true},
};

// Enough to see what comes every other time.
constexpr int kLooks = 6;

bool IsRight(const ModelCase& changed, const triage::Probe& probe) {
  const auto seen = probe.Run(changed, {.locate = false});
  return seen.ok() && !seen->finding() && seen->result.status != oracle::CaseStatus::kUnsupported;
}

bool Fails(const ModelCase& small, const triage::Probe& probe) {
  const auto seen = probe.Run(small, {.locate = false});
  return seen.ok() && seen->finding();
}

}  // namespace

bool IsSteady(const ModelCase& small, const triage::Probe& probe) {
  for (int i = 0; i < kLooks; ++i)
    if (!Fails(small, probe)) return false;
  return true;
}

std::set<std::string> FindNeeds(const ModelCase& small, const triage::Probe& probe) {
  std::set<std::string> out;
  for (const Change& change : kChanges) {
    if (change.lone && small.model.graph.node_count() > 1) continue;
    const auto changed = change.make(small);
    if (!changed.has_value()) continue;
    const auto legal = Finished(*changed);
    if (legal.has_value() && IsRight(*legal, probe)) out.insert(change.need);
  }
  // What comes and goes by itself is cured by nothing.
  if (!out.empty() && !(Fails(small, probe) && Fails(small, probe))) out.clear();
  return out;
}

}  // namespace assay::reduce
