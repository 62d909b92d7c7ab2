// y = f(x)  ==>  y = f(x) + x, projected where the shapes differ
//
// Promise: changes.   Needs: floats of static shape at both ends of one to three layers.   Aims at:
// fusion across branches, in-place and memory-reuse decisions.   Repair: a 1x1 convolution or
// MatMul for other features, pooling or Resize for another size, as in residual networks.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/repair.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace add_residual {
namespace {

constexpr int64_t kLongest = 3;  // layers that the shortcut may skip

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  return (IsLayer(graph, node) || (IsActivation(node) && !node.inputs.empty())) &&
         IsStaticFloat(graph, node.inputs[0]) && IsStaticFloat(graph, node.outputs[0]) &&
         DTypeOf(graph, node.inputs[0]) == DTypeOf(graph, node.outputs[0]) &&
         Supports(model, "Add", DTypeOf(graph, node.outputs[0]));
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

// The input of the layer, or of one that stands before it.
ValueId Start(const Model& model, const Site& site, Rng& rng) {
  const Graph& graph = model.graph;
  ValueId x = graph.node(site.node).inputs[0];
  for (int64_t more = rng.Int(0, kLongest - 1); more > 0; --more) {
    const int producer = ProducerOf(graph, x);
    if (producer < 0) break;
    const Node& before = graph.node(static_cast<size_t>(producer));
    if (before.outputs[0] != x || !before.domain.empty() || !Fits(model, before)) break;
    x = before.inputs[0];
  }
  return x;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  ValueId x = Start(out.model, site, rng);
  if (DTypeOf(graph, x) != DTypeOf(graph, site.value)) return Reject("the types differ");
  const Shape wanted = *StaticShape(graph, site.value);
  const Shape from = *StaticShape(graph, x);
  Writer writer(out.model, site.node + 1, site.node);
  if (from.size() == 2 && wanted.size() == 2 && from[0] == wanted[0] && from[1] != wanted[1] &&
      Supports(out.model, "MatMul", writer.dtype(x)))
    x = Project(writer, x, wanted[1], rng);
  x = RepairShape(writer, out.model, x, wanted, rng);
  const ValueId sum = writer.Op("Add", {site.value, x});
  ReplaceUses(graph, site.value, sum, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace add_residual

MutatorDef AddResidualDef() {
  return {.name = "add-residual",
          .meaning = "a shortcut is added around one to three layers",
          .choices =
              "the shortcut skips 1 to 3 layers; new weights are normal with deviation "
              "1/sqrt(inputs), so that values keep their scale",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = add_residual::Find,
          .apply = add_residual::Apply};
}

}  // namespace assay::mutate
