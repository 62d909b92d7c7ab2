#include "oracle/tap.h"

#include <algorithm>

#include "ops/op.h"

namespace assay::oracle {
namespace {

template <typename F>
void ForEachTensor(const Graph& graph, F f) {
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent && graph.type(id).is_tensor()) f(id);
}

}  // namespace

std::vector<std::string> TensorNames(const Graph& graph) {
  std::vector<std::string> out;
  ForEachTensor(graph, [&](ValueId id) { out.push_back(graph.name_of(id)); });
  return out;
}

Model WithTaps(const Model& model) {
  Model out = model;
  std::set<ValueId> given(out.graph.outputs.begin(), out.graph.outputs.end());
  ForEachTensor(model.graph, [&](ValueId id) {
    if (given.insert(id).second) out.graph.outputs.push_back(id);
  });
  return out;
}

std::set<DType> UsedTypes(const Graph& graph) {
  std::set<DType> out;
  for (size_t i = 0; i < graph.value_count(); ++i) {
    const ValueType& type = graph.type(static_cast<ValueId>(i));
    if (type.is_tensor() && type.tensor.dtype != DType::kUndefined) out.insert(type.tensor.dtype);
  }
  return out;
}

bool DrawsRandomNumbers(const Graph& graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const NodePtr& node) {
    const ops::OpDef* op = ops::FindOp(node->domain, node->op);
    return op != nullptr && op->rounding == ops::Rounding::kRandom;
  });
}

}  // namespace assay::oracle
