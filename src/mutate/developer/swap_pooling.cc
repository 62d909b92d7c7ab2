// MaxPool, AveragePool and LpPool in place of one another; global pooling, or the reduction that it
// is, in place of another
//
// Promise: changes.   Needs: pooling over floats, indices not used.   Aims at: attributes that the
// kinds treat differently (ceil_mode, count_include_pad), and the recognition of global pooling.
#include <algorithm>
#include <array>
#include <numeric>

#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/window.h"
#include "mutate/writer.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace swap_pooling {
namespace {

constexpr std::array<std::string_view, 3> kLocal = {"MaxPool", "AveragePool", "LpPool"};
constexpr std::array<std::string_view, 5> kGlobal = {"GlobalAveragePool", "GlobalMaxPool",
                                                     "GlobalLpPool", "ReduceMean", "ReduceMax"};

bool Contains(std::span<const std::string_view> kinds, std::string_view kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

bool Fits(const Model& model, const Node& node) {
  if (std::any_of(node.outputs.begin() + 1, node.outputs.end(),
                  [](ValueId id) { return id != kAbsent; }))
    return false;
  if (Contains(kLocal, node.op)) return ReadWindow(model.graph, node).has_value();
  return node.op.starts_with("Global") && Contains(kGlobal, node.op) &&
         IsStaticFloat(model.graph, node.inputs[0]);
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

// The attributes that both kinds have.
Attrs Shared(const Model& model, const Node& node, std::string_view kind) {
  const ops::Schema* schema = ops::FindSchema("", kind, model.opset(""));
  Attrs attrs;
  for (const auto& [name, attr] : node.attrs)
    if (name != "p" && std::any_of(schema->attrs.begin(), schema->attrs.end(),
                                   [&](const ops::AttrSpec& spec) { return spec.name == name; }))
      attrs.Set(name, attr);
  return attrs;
}

Result<ValueId> WriteLocal(Writer& writer, const Model& model, const Node& old,
                           std::string_view kind, Rng& rng) {
  Attrs attrs = Shared(model, old, kind);
  const auto* dilations = old.attrs.Get<std::vector<int64_t>>("dilations");
  if (dilations != nullptr && !attrs.Has("dilations") &&
      std::any_of(dilations->begin(), dilations->end(), [](int64_t d) { return d != 1; }))
    return Reject(StrCat(kind, " has no dilations at this opset"));
  if (kind == "AveragePool") attrs.Set("count_include_pad", rng.Int(0, 1));
  if (kind == "LpPool") attrs.Set("p", rng.Int(1, 3));
  const ValueId out = writer.Op(kind, {old.inputs[0]}, attrs);
  return writer.Fit(out, writer.shape(old.outputs[0]));
}

ValueId WriteGlobal(Writer& writer, const Node& old, std::string_view kind, Rng& rng) {
  const ValueId x = old.inputs[0];
  if (!kind.starts_with("Reduce"))
    return writer.Op(kind, {x}, kind == "GlobalLpPool" ? Attrs{{"p", rng.Int(1, 2)}} : Attrs{});
  std::vector<int64_t> axes(writer.shape(x).size() - 2);
  std::iota(axes.begin(), axes.end(), 2);
  return axes.empty() ? x : writer.Reduce(kind, x, axes, true);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  const bool local = Contains(kLocal, old.op);
  std::vector<std::string_view> kinds;
  for (const std::string_view kind : local ? std::span<const std::string_view>(kLocal)
                                           : std::span<const std::string_view>(kGlobal))
    if (kind != old.op && Supports(out.model, kind, DTypeOf(graph, old.inputs[0])))
      kinds.push_back(kind);
  if (kinds.empty()) return Reject("no other pooling for this type");
  const std::string_view kind = rng.Pick(std::span<const std::string_view>(kinds));
  Writer writer(out.model, site.node + 1, site.node);
  ValueId made = kAbsent;
  if (local) {
    ASSAY_ASSIGN(made, WriteLocal(writer, out.model, old, kind, rng));
  } else {
    made = WriteGlobal(writer, old, kind, rng);
  }
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  RemoveUnused(graph, site.node);
  return out;
}

}  // namespace
}  // namespace swap_pooling

MutatorDef SwapPoolingDef() {
  return {.name = "swap-pooling",
          .meaning = "a pooling becomes one of another kind",
          .choices =
              "uniform among maximum, average and Lp (p 1 to 3) over the same window, "
              "padding counted or not; global pooling also becomes ReduceMean or ReduceMax",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = swap_pooling::Find,
          .apply = swap_pooling::Apply};
}

}  // namespace assay::mutate
