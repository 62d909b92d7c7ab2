#include "reduce/tensors.h"

#include <algorithm>

#include "reduce/extract.h"

namespace assay::reduce {

std::vector<Place> TensorPlaces(const ModelCase& model_case) {
  const Graph& graph = model_case.model.graph;
  std::vector<Place> out;
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (model_case.inputs[i].kind == Datum::Kind::kTensor)
      out.push_back({graph.inputs[i], true, i});
  for (const auto& [id, tensor] : graph.initializers())
    if (std::find(graph.inputs.begin(), graph.inputs.end(), id) == graph.inputs.end())
      out.push_back({id, false, 0});
  return out;
}

const Tensor& TensorAt(const ModelCase& model_case, const Place& place) {
  if (place.input) return model_case.inputs[place.index].tensor;
  return *model_case.model.graph.initializer(place.id);
}

void SetTensor(ModelCase& model_case, const Place& place, Tensor tensor) {
  Graph& graph = model_case.model.graph;
  graph.SetType(place.id, TensorType(tensor.dtype(), tensor.shape()));
  if (place.input)
    model_case.inputs[place.index].tensor = std::move(tensor);
  else
    graph.SetInitializer(place.id, std::move(tensor));
}

bool OnlyParameter(const Graph& graph, ValueId id) {
  bool used = false;
  for (const NodePtr& node : graph.nodes())
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      if (node->inputs[i] != id) continue;
      if (!IsParameter(graph, *node, i)) return false;
      used = true;
    }
  return used;
}

Tensor Resized(const Tensor& tensor, size_t axis, int64_t size) {
  const int64_t old = tensor.shape()[axis];
  if (old == size || old == 0) return tensor;
  Shape shape = tensor.shape();
  shape[axis] = size;
  int64_t inner = 1, outer = 1;
  for (size_t i = 0; i < shape.size(); ++i) (i < axis ? outer : inner) *= i == axis ? 1 : shape[i];
  std::vector<int64_t> from;  // elements of the old tensor, in the order of the new
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t k = 0; k < size; ++k)
      for (int64_t i = 0; i < inner; ++i) from.push_back((o * old + k % old) * inner + i);
  if (tensor.dtype() == DType::kString) {
    std::vector<std::string> strings;
    for (const int64_t i : from) strings.push_back(tensor.strings()[static_cast<size_t>(i)]);
    return Tensor(shape, std::move(strings));
  }
  const size_t width = StorageBytes(tensor.dtype());
  std::vector<std::byte> bytes(from.size() * width);
  for (size_t i = 0; i < from.size(); ++i)
    std::copy_n(tensor.data() + static_cast<size_t>(from[i]) * width, width,
                bytes.data() + i * width);
  return Tensor(tensor.dtype(), shape, std::move(bytes));
}

bool IsNumber(DType type) { return IsFloat(type) || IsInt(type); }

Tensor Converted(const Tensor& tensor, DType to) {
  std::vector<double> reals;
  std::vector<int64_t> ints;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    if (IsFloat(tensor.dtype()))
      reals.push_back(tensor.RealAt(i));
    else
      ints.push_back(tensor.IntAt(i));
  }
  if (IsFloat(tensor.dtype())) {
    if (IsFloat(to)) return MakeTensor(to, tensor.shape(), reals);
    for (const double value : reals) ints.push_back(static_cast<int64_t>(value));
  }
  if (!IsFloat(to)) return MakeIntTensor(to, tensor.shape(), ints);
  reals.assign(ints.begin(), ints.end());
  return MakeTensor(to, tensor.shape(), reals);
}

}  // namespace assay::reduce
