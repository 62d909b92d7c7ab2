// BatchNormalization, InstanceNormalization, GroupNormalization and LayerNormalization in place of
// one another, with scale and bias kept
//
// Promise: changes.   Needs: features of static size, scale and bias one number per feature.
// Aims at: the fusion and folding of normalisations, and layout changes around LayerNormalization.
//
// LayerNormalization works on the last axis, the others on axis 1: Transposes are written around
// it, as in ports of such models.
#include <algorithm>
#include <array>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace swap_normalization {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"BatchNormalization", "InstanceNormalization",
                                                    "GroupNormalization", "LayerNormalization",
                                                    "RMSNormalization"};

bool IsLast(const Node& node) {
  return node.op == "LayerNormalization" || node.op == "RMSNormalization";
}

// Old opsets let a scale of one number per group pass; from 21 on it is one per channel.
constexpr int kGroupScalePerChannel = 21;

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (std::find(kKinds.begin(), kKinds.end(), node.op) == kKinds.end()) return false;
  if (node.inputs.size() < 3 || node.inputs[2] == kAbsent || !IsStaticFloat(graph, node.inputs[0]))
    return false;
  if (std::any_of(node.outputs.begin() + 1, node.outputs.end(),
                  [](ValueId id) { return id != kAbsent; }))
    return false;
  const Shape shape = *StaticShape(graph, node.inputs[0]);
  if (shape.size() < 2) return false;
  if (IsLast(node)) {
    const auto* axis = node.attrs.Get<int64_t>("axis");
    if (axis != nullptr && *axis != -1 && *axis != static_cast<int64_t>(shape.size()) - 1)
      return false;
  }
  const Shape features = {IsLast(node) ? shape.back() : shape[1]};
  for (const size_t i : {1, 2})
    if (DTypeOf(graph, node.inputs[i]) != DTypeOf(graph, node.inputs[0]) ||
        StaticShape(graph, node.inputs[i]) != features)
      return false;
  return true;
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

// Moves axis `from` to `to`, the others in order.
std::vector<int64_t> Moved(size_t rank, size_t from, size_t to) {
  std::vector<int64_t> perm(rank);
  std::iota(perm.begin(), perm.end(), 0);
  perm.erase(perm.begin() + static_cast<std::ptrdiff_t>(from));
  perm.insert(perm.begin() + static_cast<std::ptrdiff_t>(to), static_cast<int64_t>(from));
  return perm;
}

std::vector<std::string_view> Available(const Model& model, const Node& node, size_t rank) {
  std::vector<std::string_view> kinds;
  const DType dtype = DTypeOf(model.graph, node.inputs[0]);
  for (const std::string_view kind : kKinds) {
    if (kind == node.op || !Supports(model, kind, dtype)) continue;
    if (rank < 3 && (kind == "InstanceNormalization" || kind == "GroupNormalization")) continue;
    if (kind == "GroupNormalization" && model.opset("") < kGroupScalePerChannel) continue;
    kinds.push_back(kind);
  }
  return kinds;
}

int64_t SomeDivisor(int64_t n, Rng& rng) {
  std::vector<int64_t> divisors;
  for (int64_t d = 1; d <= n; ++d)
    if (n % d == 0) divisors.push_back(d);
  return rng.Pick(std::span<const int64_t>(divisors));
}

ValueId Write(Writer& writer, std::string_view kind, ValueId x, const Node& old, int64_t features,
              Rng& rng) {
  const ValueId scale = old.inputs[1], bias = old.inputs[2];
  const DType dtype = writer.dtype(x);
  const Attrs epsilon = {{"epsilon", rng.Chance(0.8) ? 1e-5f : 1e-3f}};
  if (kind == "BatchNormalization")
    return writer.Op(kind,
                     {x, scale, bias, writer.Constant("mean", Filled(dtype, {features}, 0)),
                      writer.Constant("var", Filled(dtype, {features}, 1))},
                     epsilon);
  if (kind == "RMSNormalization")
    return writer.Op("Add", {writer.Op(kind, {x, scale}, epsilon), bias});
  Attrs attrs = epsilon;
  if (kind == "GroupNormalization") attrs.Set("num_groups", SomeDivisor(features, rng));
  return writer.Op(kind, {x, scale, bias}, attrs);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  const Shape shape = *StaticShape(graph, old.inputs[0]);
  const size_t rank = shape.size(), was = IsLast(old) ? rank - 1 : 1;
  const auto kinds = Available(out.model, old, rank);
  if (kinds.empty()) return Reject("no other normalisation for this type");
  const std::string_view kind = rng.Pick(std::span<const std::string_view>(kinds));
  const size_t becomes =
      kind == "LayerNormalization" || kind == "RMSNormalization" ? rank - 1 : size_t{1};
  Writer writer(out.model, site.node + 1, site.node);
  ValueId x = old.inputs[0];
  if (was != becomes) x = writer.Op("Transpose", {x}, {{"perm", Moved(rank, was, becomes)}});
  x = Write(writer, kind, x, old, shape[was], rng);
  if (was != becomes) x = writer.Op("Transpose", {x}, {{"perm", Moved(rank, becomes, was)}});
  ReplaceUses(graph, site.value, x, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  RemoveUnused(graph, site.node);
  return out;
}

}  // namespace
}  // namespace swap_normalization

MutatorDef SwapNormalizationDef() {
  return {.name = "swap-normalization",
          .meaning = "a normalisation becomes one of another kind",
          .choices =
              "uniform among batch, instance, group, layer and RMS normalisation that the "
              "opset has; scale and bias stay, a batch normalisation gets mean 0 and "
              "variance 1; any number of groups that divides the channels",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = swap_normalization::Find,
          .apply = swap_normalization::Apply};
}

}  // namespace assay::mutate
