// f(x, z, ..)  ==>  Scan over the first axis with f as its body, for elementwise f
//
// Promise: same bits: every element is computed by the same operations from the same numbers.
// Needs: elementwise nodes whose tensors have one static shape, or are single numbers; opset 9.
// Aims at: Scan, slicing and stacking of its states, and per-step execution of bodies.
#include <algorithm>
#include <array>

#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/region.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace wrap_in_scan {
namespace {

constexpr int64_t kMostNodes = 4;
constexpr int64_t kLongest = 64;  // steps: each runs the body once
constexpr int kScanWithoutBatch = 9;

constexpr std::array<std::string_view, 30> kElementwise = {
    "Abs", "Add",      "Ceil",     "Celu",        "Cos",       "Div",  "Elu",       "Erf",
    "Exp", "Floor",    "Gelu",     "HardSigmoid", "HardSwish", "Log",  "LeakyRelu", "Mish",
    "Mul", "Neg",      "Relu",     "Reciprocal",  "Round",     "Selu", "Sigmoid",   "Sign",
    "Sin", "Softplus", "Softsign", "Sqrt",        "Sub",       "Tanh"};

bool IsSingle(const Graph& graph, ValueId id) {
  const auto shape = StaticShape(graph, id);
  return WeightOf(graph, id) != nullptr && shape.has_value() && ElementCount(*shape) == 1;
}

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (model.opset("") < kScanWithoutBatch ||
      std::find(kElementwise.begin(), kElementwise.end(), node.op) == kElementwise.end() ||
      !FitsRegion(graph, node) || !IsStaticFloat(graph, node.outputs[0]))
    return false;
  const Shape shape = *StaticShape(graph, node.outputs[0]);
  if (shape.empty() || shape[0] > kLongest) return false;
  return std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
    if (id == kAbsent || (IsSingle(graph, id) && StaticShape(graph, id)->size() < shape.size()))
      return true;
    return WeightOf(graph, id) == nullptr && StaticShape(graph, id) == shape;
  });
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

// The type of one step.
void DropFirstAxis(Graph& body, ValueId id) {
  TensorType type = body.type(id).tensor;
  type.dims.erase(0);
  body.SetType(id, type);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Shape shape = *StaticShape(graph, site.value);
  const auto fits = [&](const Graph& g, const Node& node) {
    return Fits(base.model, node) && StaticShape(g, node.outputs[0]) == shape;
  };
  auto region =
      GrowRegion(graph, site.node, static_cast<size_t>(rng.Int(1, kMostNodes)), fits, rng);
  if (!region.has_value() || region->inputs.empty()) return Reject("nothing to scan over");
  if (!CanDeliver(out.model, "Scan", *region)) return Reject("a result of a type that came late");
  const size_t begin = BringTogether(graph, *region);
  Graph body = EncloseRegion(graph, *region, "_scan");
  for (const ValueId id : body.inputs) DropFirstAxis(body, id);
  for (const NodePtr& inner : body.nodes()) DropFirstAxis(body, inner->outputs[0]);
  Node node;
  node.op = "Scan";
  node.attrs.Set("num_scan_inputs", static_cast<int64_t>(region->inputs.size()));
  node.attrs.Set("body", std::make_shared<const Graph>(std::move(body)));
  if (rng.Chance(0.3)) {
    // Backwards on both sides is the same.
    node.attrs.Set("scan_input_directions", std::vector<int64_t>(region->inputs.size(), 1));
    node.attrs.Set("scan_output_directions", std::vector<int64_t>(region->outputs.size(), 1));
  }
  for (const ValueId id : region->inputs) node.inputs.push_back(id);
  for (const ValueId id : region->outputs) node.outputs.push_back(id);
  Writer writer(out.model, begin, begin);
  node.name = StrCat(writer.role(), graph.name_of(region->outputs.front()), "_scan");
  EraseRegion(graph, *region);
  graph.InsertNode(begin, std::move(node));
  return out;
}

}  // namespace
}  // namespace wrap_in_scan

MutatorDef WrapInScanDef() {
  return {.name = "wrap-in-scan",
          .meaning = "elementwise nodes become the body of a Scan over the first axis",
          .choices = "one to four nodes, at most 64 steps; in three of ten cases backwards",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = wrap_in_scan::Find,
          .apply = wrap_in_scan::Apply};
}

}  // namespace assay::mutate
