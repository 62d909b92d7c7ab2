#include "resources/scale.h"

#include <cstring>

#include "ops/infer.h"
#include "resources/work.h"

namespace assay::resources {
namespace {

// The tensor `factor` times one behind the other along `axis`.
Tensor Repeated(const Tensor& tensor, int axis, int64_t factor) {
  Shape shape = tensor.shape();
  const auto at = static_cast<size_t>(axis);
  size_t outer = 1;
  for (size_t i = 0; i < at; ++i) outer *= static_cast<size_t>(shape[i]);
  const size_t block = outer == 0 ? 0 : tensor.byte_size() / outer;
  shape[at] *= factor;
  std::vector<std::byte> bytes(tensor.byte_size() * static_cast<size_t>(factor));
  std::byte* to = bytes.data();
  for (size_t i = 0; i < outer; ++i)
    for (int64_t k = 0; k < factor; ++k, to += block)
      std::memcpy(to, tensor.data() + i * block, block);
  return Tensor(tensor.dtype(), std::move(shape), std::move(bytes));
}

bool CanGrow(const Tensor& tensor) {
  return tensor.dtype() != DType::kString && tensor.dtype() != DType::kUndefined &&
         tensor.count() > 0;
}

// The types of inputs as their values have them, all others anew.
bool Retype(ModelCase& model_case) {
  Graph& graph = model_case.model.graph;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& tensor = model_case.inputs[i].tensor;
    if (model_case.inputs[i].kind == Datum::Kind::kTensor && tensor.dtype() != DType::kUndefined)
      graph.SetType(graph.inputs[i], TensorType(tensor.dtype(), tensor.shape()));
  }
  const std::vector<NodePtr> nodes = graph.nodes();
  for (const NodePtr& node : nodes)
    for (const ValueId id : node->outputs)
      if (id != kAbsent) graph.SetType(id, {});
  return ops::InferTypes(model_case.model).ok();
}

// What a larger case has more of: results, or steps where results stay as small (reductions).
double Extent(const Graph& graph) {
  double sum = WorkOf(graph).total();
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent) sum += BytesOf(graph, id);
  return sum;
}

// Every axis of this size, of inputs and of weights of floating-point numbers.
void GrowAll(ModelCase& changed, int64_t size, int64_t factor) {
  Graph& graph = changed.model.graph;
  const auto grow = [&](Tensor tensor) {
    for (int axis = 0; axis < tensor.rank(); ++axis)
      if (tensor.shape()[static_cast<size_t>(axis)] == size)
        tensor = Repeated(tensor, axis, factor);
    return tensor;
  };
  for (Datum& datum : changed.inputs)
    if (datum.kind == Datum::Kind::kTensor && CanGrow(datum.tensor))
      datum.tensor = grow(datum.tensor);
  const std::map<ValueId, Tensor> weights = graph.initializers();
  for (const auto& [id, tensor] : weights) {
    if (!CanGrow(tensor) || !IsFloat(tensor.dtype())) continue;
    Tensor larger = grow(tensor);
    graph.SetType(id, TensorType(larger.dtype(), larger.shape()));
    graph.SetInitializer(id, std::move(larger));
  }
}

}  // namespace

std::vector<Axis> AxesOf(const ModelCase& model_case) {
  std::vector<Axis> out;
  for (size_t i = 0; i < model_case.inputs.size(); ++i) {
    const Datum& datum = model_case.inputs[i];
    if (datum.kind != Datum::Kind::kTensor || !CanGrow(datum.tensor)) continue;
    for (int axis = 0; axis < datum.tensor.rank(); ++axis) out.push_back({i, axis});
  }
  return out;
}

std::optional<ModelCase> Scaled(const ModelCase& model_case, Axis axis, int64_t factor) {
  const double before = Extent(model_case.model.graph);
  const auto grown = [&](ModelCase& changed) {
    return Retype(changed) && Extent(changed.model.graph) > before;
  };
  ModelCase alone = model_case;
  Tensor& tensor = alone.inputs[axis.input].tensor;
  const int64_t size = tensor.shape()[static_cast<size_t>(axis.axis)];
  tensor = Repeated(tensor, axis.axis, factor);
  // A weight that is an input, too, keeps its value as an initializer.
  if (model_case.model.graph.initializer(model_case.model.graph.inputs[axis.input]) == nullptr &&
      grown(alone))
    return alone;
  ModelCase together = model_case;
  GrowAll(together, size, factor);
  if (size > 1 && grown(together)) return together;
  return std::nullopt;
}

}  // namespace assay::resources
