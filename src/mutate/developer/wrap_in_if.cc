// region  ==>  If(condition that holds){region} else {region, or constants of its types}
//
// Promise: same bits: the branch taken runs the same nodes on the same values.   Needs: one to four
// connected nodes without subgraphs, results that are tensors.   Aims at: control flow, values
// captured by name, constant folding of conditions, inlining of branches.
#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/region.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace wrap_in_if {
namespace {

constexpr int64_t kMostNodes = 4;
// The other branch needs a constant of every result; large ones would only bloat the file.
constexpr int64_t kMostElements = 4096;

bool Fits(const Model& model, const Node& node) { return FitsRegion(model.graph, node); }

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

// A condition that holds: a constant, or the outcome of shape arithmetic.
ValueId Holds(Writer& writer, const Model& model, const Region& region, Rng& rng) {
  if (rng.Chance(0.5) || region.inputs.empty() || !Supports(model, "Greater", DType::kInt64)) {
    const int64_t yes = 1;
    return writer.Constant("condition", MakeIntTensor(DType::kBool, {}, std::span(&yes, 1)));
  }
  const ValueId size = writer.Op("Size", {region.inputs.front()});
  return writer.Op("Greater", {size, writer.Constant("below", ScalarInt64(-1))});
}

bool ConstantsWillDo(const Graph& graph, const Region& region) {
  for (const ValueId id : region.outputs) {
    const auto shape = StaticShape(graph, id);
    if (!IsComputeType(DTypeOf(graph, id)) || !shape.has_value() ||
        ElementCount(*shape) > kMostElements)
      return false;
  }
  return true;
}

// A branch that delivers ones of the right types.
Graph Constants(const Graph& graph, const Region& region, const std::string& tag) {
  Graph branch;
  branch.name = StrCat("constants", tag);
  for (const ValueId id : region.outputs) {
    const ValueId out =
        branch.AddValue(UnusedName(graph, StrCat(graph.name_of(id), tag)), graph.type(id));
    Node node;
    node.op = "Constant";
    node.attrs.Set("value", Filled(DTypeOf(graph, id), *StaticShape(graph, id), 1));
    node.outputs.push_back(out);
    branch.AddNode(std::move(node));
    branch.outputs.push_back(out);
  }
  return branch;
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto most = static_cast<size_t>(rng.Int(1, kMostNodes));
  auto region = GrowRegion(graph, site.node, most, FitsRegion, rng);
  if (!region.has_value()) return Reject("nothing uses this node");
  if (!CanDeliver(out.model, "If", *region)) return Reject("a result of a type that came late");
  const size_t begin = BringTogether(graph, *region);
  const bool equal = rng.Chance(0.5) || !ConstantsWillDo(graph, *region);
  Node node;
  node.op = "If";
  node.attrs.Set("then_branch",
                 std::make_shared<const Graph>(CaptureRegion(graph, *region, "_then")));
  node.attrs.Set("else_branch",
                 std::make_shared<const Graph>(equal ? CaptureRegion(graph, *region, "_else")
                                                     : Constants(graph, *region, "_else")));
  for (const ValueId id : region->outputs) node.outputs.push_back(id);
  Writer writer(out.model, begin, begin);
  node.name = StrCat(writer.role(), graph.name_of(region->outputs.front()), "_if");
  EraseRegion(graph, *region);
  node.inputs.push_back(Holds(writer, out.model, *region, rng));
  graph.InsertNode(writer.at(), std::move(node));
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace wrap_in_if

MutatorDef WrapInIfDef() {
  return {.name = "wrap-in-if",
          .meaning = "a region moves into the branches of an If whose condition holds",
          .choices =
              "one to four nodes; the condition is a constant or the size of an input being "
              "above -1; the other branch holds the same region or constants",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = wrap_in_if::Find,
          .apply = wrap_in_if::Apply};
}

}  // namespace assay::mutate
