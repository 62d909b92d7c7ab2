// inputs [1,..]  ==>  inputs [n,..] with the data repeated, n = 2, 3 or 4
//
// Promise: changes (every output has n times as many rows).   Needs: every input a tensor of rank 2
// or more whose first size is 1, and a model that stands it: all shapes follow; no Einsum, whose
// letters stand for one size.   Aims at: kernels that choose their path by batch size.
#include <algorithm>
#include <cstring>

#include "mutate/edit.h"
#include "mutate/mutator.h"
#include "mutate/repair.h"

namespace assay::mutate {
namespace batch_size {
namespace {

// Inputs with a default are weights: they stay.
bool IsWeight(const Graph& graph, ValueId id) { return graph.initializer(id) != nullptr; }

std::vector<Site> Find(const Model& model) {
  const Graph& graph = model.graph;
  size_t batched = 0;
  for (const ValueId id : graph.inputs) {
    if (IsWeight(graph, id)) continue;
    const auto shape = StaticShape(graph, id);
    if (!shape.has_value() || shape->size() < 2 || (*shape)[0] != 1 ||
        DTypeOf(graph, id) == DType::kString)
      return {};
    ++batched;
  }
  if (batched == 0 || graph.node_count() == 0) return {};
  return {{.node = 0, .value = graph.inputs.front()}};
}

Tensor Repeated(const Tensor& tensor, int64_t times) {
  std::vector<std::byte> bytes(tensor.byte_size() * static_cast<size_t>(times));
  for (int64_t i = 0; i < times; ++i)
    std::memcpy(bytes.data() + static_cast<size_t>(i) * tensor.byte_size(), tensor.data(),
                tensor.byte_size());
  Shape shape = tensor.shape();
  shape[0] = times;
  return Tensor(tensor.dtype(), shape, std::move(bytes));
}

bool HasEinsum(const Graph& graph) {
  return std::ranges::any_of(graph.nodes(), [](const auto& node) { return node->op == "Einsum"; });
}

Result<ModelCase> Apply(const ModelCase& base, const Site&, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const int64_t times = rng.Int(2, 4);
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const ValueId id = graph.inputs[i];
    if (IsWeight(graph, id)) continue;
    if (out.inputs[i].kind != Datum::Kind::kTensor || out.inputs[i].tensor.count() == 0)
      return Reject("an input is empty or no tensor");
    out.inputs[i] = Repeated(out.inputs[i].tensor, times);
    graph.SetType(id, TensorType(out.inputs[i].tensor.dtype(), out.inputs[i].tensor.shape()));
  }
  if (!StandsAsItIs(out.model) || HasEinsum(graph))
    return Reject("the model is made for a batch of one");
  return out;
}

}  // namespace
}  // namespace batch_size

MutatorDef BatchSizeDef() {
  return {.name = "batch-size",
          .meaning = "a model for a batch of one gets a larger batch",
          .choices = "2, 3 or 4; the data is repeated",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = batch_size::Find,
          .apply = batch_size::Apply};
}

}  // namespace assay::mutate
