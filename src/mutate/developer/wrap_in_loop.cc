// wrap-in-loop:    region  ==>  Loop of one iteration that holds it
// repeat-in-loop:  y = f(x)  ==>  y = f(f(x)) by a Loop of two iterations that carries x
//
// Promise: same bits for the first (the body runs once on the same values), changes for the second.
// Needs: one to four connected nodes with tensors as results; for the second x and y of one type
// and static shape.   Aims at: loop bodies, carried state against collected results, captured
// values.
//
// Without state the results are collected, which adds an axis of size one; a Squeeze takes it off.
#include <algorithm>

#include "base/strings.h"
#include "mutate/delicate.h"
#include "mutate/edit.h"
#include "mutate/region.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace wrap_in_loop {
namespace {

constexpr int64_t kMostNodes = 4;

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  return FitsRegion(graph, node) &&
         std::all_of(node.outputs.begin(), node.outputs.end(), [&](ValueId id) {
           return id == kAbsent ||
                  (graph.type(id).tensor.has_rank && graph.type(id).tensor.rank() < 6);
         });
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

bool IsExponential(const Node& node) {
  return node.op == "Cosh" || node.op == "Sinh" || node.op == "Exp";
}

// What a layer scales, scaled twice, may be too large for them.
bool FeedsExponential(const Graph& graph, ValueId id) {
  return std::ranges::any_of(graph.nodes(), [&](const std::shared_ptr<const Node>& node) {
    return IsExponential(*node) && node->inputs[0] == id;
  });
}

bool CanRepeat(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  return FitsRegion(graph, node) && node.outputs.size() == 1 && !node.inputs.empty() &&
         IsStaticFloat(graph, node.outputs[0]) && node.inputs[0] != kAbsent &&
         graph.initializer(node.inputs[0]) == nullptr &&
         graph.type(node.inputs[0]) == graph.type(node.outputs[0]) && node.op != "Pow" &&
         Yields(model, "Loop", DTypeOf(graph, node.outputs[0])) && !IsExponential(node) &&
         node.op != "Tan";
}

std::vector<Site> FindRepeatable(const Model& model) {
  std::vector<Site> sites = NodesThatMayChange(model, CanRepeat);
  const std::vector<bool> delicate = DelicateValues(model);
  std::erase_if(sites, [&](const Site& site) {
    const Node& node = model.graph.node(site.node);
    return delicate[static_cast<size_t>(node.inputs[0])] ||
           FeedsExponential(model.graph, node.outputs[0]);
  });
  return sites;
}

// Every loop body begins with the inputs iteration and condition, and with a condition as output.
void AddHead(const Graph& outer, Graph& body, const std::string& tag) {
  const TensorType count(DType::kInt64, Shape{}), flag(DType::kBool, Shape{});
  const auto name = [&](std::string_view hint) {
    return body.FreshName(UnusedName(outer, StrCat(hint, tag)));
  };
  const ValueId iteration = body.AddValue(name("iteration"), count);
  const ValueId condition = body.AddValue(name("go_on"), flag);
  const ValueId again = body.AddValue(name("go_on_again"), flag);
  Node node;
  node.op = "Identity";
  node.inputs.push_back(condition);
  node.outputs.push_back(again);
  body.AddNode(std::move(node));
  body.inputs.insert(body.inputs.begin(), {iteration, condition});
  body.outputs.insert(body.outputs.begin(), again);
}

Node LoopNode(Writer& writer, int64_t trips, Graph body, Rng& rng) {
  Node node;
  node.op = "Loop";
  node.attrs.Set("body", std::make_shared<const Graph>(std::move(body)));
  node.inputs.push_back(writer.Constant("trips", ScalarInt64(trips)));
  const int64_t yes = 1;
  node.inputs.push_back(
      rng.Chance(0.5)
          ? kAbsent
          : writer.Constant("start", MakeIntTensor(DType::kBool, {}, std::span(&yes, 1))));
  return node;
}

Result<ModelCase> ApplyOnce(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const auto fits = [&](const Graph&, const Node& node) { return Fits(base.model, node); };
  auto region =
      GrowRegion(graph, site.node, static_cast<size_t>(rng.Int(1, kMostNodes)), fits, rng);
  if (!region.has_value()) return Reject("nothing uses this node");
  if (!CanDeliver(out.model, "Loop", *region)) return Reject("a result of a type that came late");
  const size_t begin = BringTogether(graph, *region);
  Graph body = CaptureRegion(graph, *region, "_loop");
  AddHead(graph, body, "_loop");
  Writer writer(out.model, begin, begin);
  Node node = LoopNode(writer, 1, std::move(body), rng);
  node.name = StrCat(writer.role(), graph.name_of(region->outputs.front()), "_loop");
  std::vector<ValueId> collected;
  for (const ValueId id : region->outputs) {
    // Of rank one more; the length is only certain when no condition may stop the loop.
    TensorType type = graph.type(id).tensor;
    type.dims.insert(0, node.inputs[1] == kAbsent ? Dim::Known(1) : Dim::Unknown());
    collected.push_back(
        graph.AddValue(UnusedName(graph, StrCat(graph.name_of(id), "_collected")), type));
    node.outputs.push_back(collected.back());
  }
  EraseRegion(graph, *region);
  graph.InsertNode(begin, std::move(node));
  Writer behind(out.model, begin + 1, begin);
  for (size_t k = 0; k < collected.size(); ++k) {
    behind.Squeeze(collected[k], {0});
    behind.Into(region->outputs[k]);
  }
  if (!behind.status().ok()) return behind.status().error();
  return out;
}

Result<ModelCase> ApplyTwice(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  const ValueId x = old.inputs[0];
  Region region;
  region.nodes = {site.node};
  region.inputs = {x};
  region.outputs = {site.value};
  for (const ValueId id : old.inputs)
    if (id != kAbsent && id != x &&
        std::find(region.weights.begin(), region.weights.end(), id) == region.weights.end())
      region.weights.push_back(id);  // captured by name, initializer or not
  Graph body = EncloseRegion(graph, region, "_loop");
  AddHead(graph, body, "_loop");
  Writer writer(out.model, site.node, site.node);
  Node node = LoopNode(writer, 2, std::move(body), rng);
  node.name = StrCat(writer.role(), graph.name_of(site.value), "_loop");
  node.inputs.push_back(x);
  node.outputs.push_back(site.value);
  graph.SetNode(site.node, std::move(node));
  return out;
}

}  // namespace
}  // namespace wrap_in_loop

MutatorDef WrapInLoopDef() {
  return {.name = "wrap-in-loop",
          .meaning = "a region moves into a Loop of one iteration",
          .choices = "one to four nodes; results are collected; with or without a start condition",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = wrap_in_loop::Find,
          .apply = wrap_in_loop::ApplyOnce};
}

MutatorDef RepeatInLoopDef() {
  return {.name = "repeat-in-loop",
          .meaning = "a layer that keeps its shape is run twice by a Loop",
          .choices = "one node, its first input is the carried state, two iterations",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = wrap_in_loop::FindRepeatable,
          .apply = wrap_in_loop::ApplyTwice};
}

}  // namespace assay::mutate
