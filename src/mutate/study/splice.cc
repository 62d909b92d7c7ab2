#include "mutate/study/splice.h"

#include <algorithm>

#include "base/check.h"
#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/study/window_check.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace {

// Known sizes, none of them zero, and not absurdly many elements.
bool IsSolid(const TensorType& type) {
  const auto shape = type.shape();
  if (!shape.has_value()) return false;
  const auto count = CheckedElementCount(*shape);
  return count.has_value() && *count > 0 && *count <= ops::kMaxElements;
}

// Equal without doubt: unknown sizes are equal to nothing.
bool SameForSure(const ValueType& a, const ValueType& b) {
  if (!a.is_tensor() || !a.tensor.has_rank || !(a == b)) return false;
  return std::all_of(a.tensor.dims.begin(), a.tensor.dims.end(),
                     [](const Dim& dim) { return dim.known() || dim.symbol != 0; });
}

}  // namespace

bool IsLayerFloat(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat16 || dtype == DType::kFloat64 ||
         dtype == DType::kBfloat16;
}

int OpsetOf(const Model& model) { return model.opset(""); }

bool Admits(const Model& model, std::string_view op, DType dtype) {
  const ops::Schema* schema = ops::FindSchema("", op, OpsetOf(model));
  return schema != nullptr && !schema->deprecated && !schema->inputs.empty() &&
         schema->inputs[0].type_set().AdmitsTensor(dtype);
}

bool CanFit(const Model& model, const ValueType& from, const ValueType& to) {
  if (SameForSure(from, to)) return true;
  if (!from.is_tensor() || !to.is_tensor() || !IsSolid(from.tensor) || !IsSolid(to.tensor))
    return false;
  if (!IsLayerFloat(from.tensor.dtype) || !IsLayerFloat(to.tensor.dtype)) return false;
  return Admits(model, "Pad", from.tensor.dtype) && Admits(model, "Slice", from.tensor.dtype) &&
         Admits(model, "Reshape", from.tensor.dtype);
}

ValueId Fit(const Model& model, Graph& graph, size_t& at, ValueId value, const ValueType& from,
            const ValueType& to, std::string_view role) {
  if (SameForSure(from, to)) return value;
  const Shape a = *from.tensor.shape(), b = *to.tensor.shape();
  Shape now = a;
  if (!(a == b) && ElementCount(a) == ElementCount(b)) {
    const std::vector<int64_t> sizes(b.begin(), b.end());
    value = Emit(graph, at, "Reshape", {value, AddInts(graph, "shape", sizes)}, {}, role);
    now = b;
  }
  return FitShape(graph, at, value, from.tensor.dtype, now, to.tensor.dtype, b, OpsetOf(model),
                  role);
}

ValueId Detach(Graph& graph, size_t i) {
  Node node = graph.node(i);
  const ValueId fresh =
      graph.AddValue(graph.FreshName(StrCat(graph.name_of(node.outputs[0]), "_before")));
  node.outputs[0] = fresh;
  graph.SetNode(i, std::move(node));
  return fresh;
}

void Attach(Graph& graph, size_t at, ValueId value, ValueId name) {
  Node node = graph.node(at - 1);
  ASSAY_CHECK(node.outputs[0] == value) << "the node before " << at << " does not make the value";
  node.outputs[0] = name;
  graph.SetNode(at - 1, std::move(node));
}

ValueId InsertCopy(Graph& graph, size_t& at, const Node& node, ValueId input,
                   std::string_view role) {
  Node copy = node;
  copy.inputs[0] = input;
  copy.outputs = {graph.AddValue(graph.FreshName(StrCat(node.op, "_out")))};
  copy.name = StrCat(role, graph.name_of(copy.outputs[0]));
  const ValueId out = copy.outputs[0];
  graph.InsertNode(at++, std::move(copy));
  return out;
}

void DropWeights(Graph& graph, const Node& node) {
  for (const ValueId id : node.inputs)
    if (id != kAbsent && graph.initializer(id) != nullptr && UseCount(graph, id) == 0 &&
        std::find(graph.inputs.begin(), graph.inputs.end(), id) == graph.inputs.end())
      graph.EraseInitializer(id);
}

std::optional<TensorType> ResultType(const Model& model, const Node& node,
                                     const TensorType& first) {
  const Graph& graph = model.graph;
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || op->infer == nullptr ||
      !ops::CheckAgainstSchema(graph, node, OpsetOf(model)).ok())
    return std::nullopt;
  std::vector<ValueType> types = {ValueType(first)};
  std::vector<const Tensor*> constants = {nullptr};
  for (size_t i = 1; i < node.inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    const bool input =
        std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
    types.push_back(id == kAbsent ? ValueType() : graph.type(id));
    constants.push_back(id == kAbsent || input ? nullptr : graph.initializer(id));
  }
  const auto inferred = op->infer(ops::InferCall(node, OpsetOf(model), types, constants, nullptr));
  if (!inferred.ok() || inferred->empty() || !(*inferred)[0].is_tensor() ||
      !IsSolid((*inferred)[0].tensor))
    return std::nullopt;
  return (*inferred)[0].tensor;
}

std::optional<TensorType> MayBecome(const Model& model, const Node& node, const TensorType& first) {
  const auto result = ResultType(model, node, first);
  const ValueType& now = model.graph.type(node.outputs[0]);
  if (!result.has_value() || !CanFit(model, *result, now) ||
      !WindowsAreSound(node, OpsetOf(model), *first.shape()))
    return std::nullopt;
  const int64_t elements =
      std::max<int64_t>(ElementCount(*now.tensor.shape()), ElementCount(*first.shape()));
  if (ElementCount(*result->shape()) > kMaxGrowth * elements) return std::nullopt;
  return result;
}

std::vector<Site> NodesWhere(const Model& model, bool (*fits)(const Model&, const Node&)) {
  std::vector<Site> sites;
  for (size_t i = 0; i < model.graph.node_count(); ++i)
    if (fits(model, model.graph.node(i)))
      sites.push_back({.node = i, .value = model.graph.node(i).outputs[0]});
  return sites;
}

bool IsFloatLayer(const Model& model, const Node& node) {
  return IsLayer(model.graph, node) && IsLayerFloat(DTypeOf(model.graph, node.inputs[0])) &&
         IsLayerFloat(DTypeOf(model.graph, node.outputs[0]));
}

bool IsFittableLayer(const Model& model, const Node& node) {
  return IsFloatLayer(model, node) &&
         CanFit(model, model.graph.type(node.inputs[0]), model.graph.type(node.outputs[0]));
}

}  // namespace assay::mutate
