#include "training/fitness.h"

#include <algorithm>
#include <set>

#include "base/strings.h"

namespace assay::training {
namespace {

// Elements of all gradients together: beyond, answers take longer to send than to compute.
constexpr int64_t kMaxElements = int64_t{1} << 22;
// A curve takes up to 160 runs of the gradient model, of which this many elements take 10 ms or so.
constexpr int64_t kMaxCurveWork = int64_t{1} << 17;

// Half types round so coarsely that a whole training says little; they are judged in inference.
Status CheckTypes(const Graph& graph) {
  for (ValueId id = 0; id < static_cast<ValueId>(graph.value_count()); ++id) {
    if (!graph.type(id).is_tensor()) continue;
    const DType dtype = graph.type(id).tensor.dtype;
    if (!IsFloat(dtype)) continue;
    if (dtype != DType::kFloat32 && dtype != DType::kFloat64)
      return Reject(
          StrCat("training is judged in float32 and float64, the model has ", DTypeName(dtype)));
  }
  return {};
}

// Its scale is a float that follows the input, which our derivatives leave out.
Status CheckOperators(const Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    if (node->op == "DynamicQuantizeLinear") return Reject("DynamicQuantizeLinear is not trained");
  return {};
}

Status CheckSizes(const Graph& graph, const Spec& spec) {
  int64_t elements = 0;
  for (const std::string& name : spec.wrt())
    elements += ElementCount(*graph.type(graph.Find(name)).tensor.shape());
  if (elements > kMaxElements)
    return Reject(StrCat(elements, " elements of gradients are too many"));
  std::vector<ValueId> outputs = graph.outputs;
  std::ranges::sort(outputs);
  if (std::adjacent_find(outputs.begin(), outputs.end()) != outputs.end())
    return Reject("an output is there twice");
  return {};
}

// Whether the model has steps: of two trainings that differ by rounding one may fall down such a
// step, and no few trainings tell how likely that is.
bool Jumps(const Graph& graph) {
  static const std::set<std::string, std::less<>> kJump = {
      "Ceil", "Floor", "Hardmax", "Mod", "Round", "Shrink", "Sign", "ThresholdedRelu"};
  const auto is_float = [&](ValueId id) {
    return id != kAbsent && graph.type(id).is_tensor() && IsFloat(graph.type(id).tensor.dtype);
  };
  for (const NodePtr& node : graph.nodes()) {
    if (kJump.contains(node->op)) return true;
    // Numbers made whole, compared or ordered.
    if (node->op == "Shape" || node->op == "Size" || node->inputs.empty()) continue;
    if (!is_float(node->inputs[0])) continue;
    for (const ValueId id : node->outputs)
      if (id != kAbsent && !is_float(id)) return true;
  }
  return false;
}

// A stand-in for the time that one run of a model takes: elements of all its values.
int64_t Work(const Graph& graph) {
  int64_t elements = 0;
  for (ValueId id = 0; id < static_cast<ValueId>(graph.value_count()); ++id)
    if (const auto shape =
            graph.type(id).is_tensor() ? graph.type(id).tensor.shape() : std::nullopt)
      elements += ElementCount(*shape);
  return elements;
}

}  // namespace

Status CheckFitness(const Graph& graph, const Spec& spec) {
  ASSAY_RETURN_IF_ERROR(CheckTypes(graph));
  ASSAY_RETURN_IF_ERROR(CheckOperators(graph));
  return CheckSizes(graph, spec);
}

double CoarsestUnit(const Graph& graph) {
  double unit = 0;
  for (ValueId id = 0; id < static_cast<ValueId>(graph.value_count()); ++id)
    if (graph.type(id).is_tensor() && IsFloat(graph.type(id).tensor.dtype))
      unit = std::max(unit, FormatOf(graph.type(id).tensor.dtype).unit);
  return unit;
}

bool FitForCurves(const Graph& graph, const Graph& gradient) {
  return Work(gradient) <= kMaxCurveWork && !Jumps(graph);
}

}  // namespace assay::training
