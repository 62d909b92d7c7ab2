#include "mutate/change_window.h"

#include "mutate/edit.h"
#include "mutate/repair.h"
#include "mutate/sites.h"

namespace assay::mutate {
namespace {

bool Fits(const Model& model, const Node& node) {
  for (size_t i = 1; i < node.outputs.size(); ++i)
    if (node.outputs[i] != kAbsent) return false;
  return ReadWindow(model.graph, node).has_value();
}

}  // namespace

std::vector<Site> FindWindows(const Model& model) { return NodesThatMayChange(model, Fits); }

Result<ModelCase> ReplaceLayer(ModelCase made, const Site& site, Node node, Rng& rng) {
  Graph& graph = made.model.graph;
  const Shape wanted = *StaticShape(graph, site.value);
  Writer writer(made.model, site.node + 1, site.node);
  writer.Change(site.node, std::move(node));
  if (!writer.status().ok()) return writer.status().error();
  if (writer.shape(site.value) == wanted) return made;
  const bool leave = rng.Chance(kLeaveSize);
  if (leave && StandsAsItIs(made.model)) return made;
  const ValueId repaired = RepairShape(writer, made.model, site.value, wanted, rng);
  ReplaceUses(graph, site.value, repaired, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return made;
}

}  // namespace assay::mutate
