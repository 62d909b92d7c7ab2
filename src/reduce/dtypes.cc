// dtypes: usual element types in place of unusual ones.
#include <array>
#include <set>

#include "reduce/extract.h"
#include "reduce/pass.h"
#include "reduce/tensors.h"

namespace assay::reduce {
namespace {

// The plainest first; a type is only replaced by one that stands before it.
constexpr std::array kFloats = {DType::kFloat32, DType::kFloat64};
constexpr std::array kInts = {DType::kInt64, DType::kInt32};

std::vector<DType> Plainer(DType type) {
  std::vector<DType> out;
  const auto add = [&](const auto& order) {
    for (const DType plain : order) {
      if (plain == type) return;
      out.push_back(plain);
    }
  };
  if (IsFloat(type)) add(kFloats);
  if (IsInt(type)) add(kInts);
  return out;
}

Node Retyped(Node node, DType from, DType to) {
  const Attrs before = node.attrs;
  for (const auto& [name, attr] : before) {
    const auto* number = std::get_if<int64_t>(&attr);
    if (number != nullptr && (name == "to" || name == "dtype" || name == "output_dtype") &&
        *number == static_cast<int64_t>(from))
      node.attrs.Set(name, static_cast<int64_t>(to));
    const auto* tensor = std::get_if<Tensor>(&attr);
    if (tensor != nullptr && tensor->dtype() == from) node.attrs.Set(name, Converted(*tensor, to));
  }
  return node;
}

std::optional<ModelCase> Everywhere(const ModelCase& now, DType from, DType to) {
  ModelCase changed = now;
  for (const Place& place : TensorPlaces(now))
    if (TensorAt(now, place).dtype() == from)
      SetTensor(changed, place, Converted(TensorAt(now, place), to));
  Graph& graph = changed.model.graph;
  for (size_t i = 0; i < graph.node_count(); ++i)
    graph.SetNode(i, Retyped(graph.node(i), from, to));
  return Finished(std::move(changed));
}

Makers TypeChanges(const ModelCase& now) {
  std::set<DType> types;
  const Graph& graph = now.model.graph;
  for (size_t i = 0; i < graph.value_count(); ++i)
    if (graph.type(static_cast<ValueId>(i)).is_tensor())
      types.insert(graph.type(static_cast<ValueId>(i)).tensor.dtype);
  Makers out;
  for (const DType from : types)
    for (const DType to : Plainer(from))
      out.push_back([now, from, to] { return Everywhere(now, from, to); });
  return out;
}

}  // namespace

void Dtypes(Search& search) { search.Sweep(TypeChanges); }

}  // namespace assay::reduce
