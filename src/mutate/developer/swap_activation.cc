// act(x)  ==>  another activation of x
//
// Promise: changes.   Needs: an elementwise activation over floats whose result may change without
// harm.   Aims at: fusion of activations into the layer before them, and their less used kinds.
//
// Softmax and its kin are left alone: they tame masked scores of -1e9, which another activation
// would pass on.
#include <array>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace swap_activation {
namespace {

constexpr std::array<std::string_view, 19> kKinds = {
    "Relu",     "LeakyRelu", "Elu",         "Selu",       "Celu",
    "Gelu",     "Sigmoid",   "HardSigmoid", "HardSwish",  "Tanh",
    "Softplus", "Softsign",  "Mish",        "Swish",      "ThresholdedRelu",
    "PRelu",    "Clip",      "silu",        "gelu-by-erf"};

bool Fits(const Model& model, const Node& node) {
  return IsActivation(node) && node.op != "Softmax" && node.op != "LogSoftmax" &&
         node.op != "Hardmax" && node.inputs[0] != kAbsent &&
         IsComputeType(DTypeOf(model.graph, node.inputs[0]));
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

float OneOf(Rng& rng, std::initializer_list<float> values) {
  return rng.Pick(std::span<const float>(values.begin(), values.size()));
}

// The usual settings of each kind, and now and then an unusual one.
Attrs AttrsFor(std::string_view kind, int opset, Rng& rng) {
  if (kind == "LeakyRelu") return {{"alpha", OneOf(rng, {0.01f, 0.1f, 0.2f, 0.3f})}};
  if (kind == "Elu" || kind == "Celu") return {{"alpha", OneOf(rng, {1.0f, 0.5f, 2.0f})}};
  if (kind == "ThresholdedRelu") return {{"alpha", OneOf(rng, {1.0f, 0.5f, 0.0f})}};
  if (kind == "HardSigmoid") return {{"alpha", OneOf(rng, {0.2f, 1.0f / 6})}, {"beta", 0.5f}};
  if (kind == "Gelu" && opset >= 20 && rng.Chance(0.5))
    return {{"approximate", std::string("tanh")}};
  return {};
}

ValueId Write(Writer& writer, std::string_view kind, ValueId x, Rng& rng) {
  const DType dtype = writer.dtype(x);
  if (kind == "silu") return writer.Op("Mul", {x, writer.Op("Sigmoid", {x})});
  if (kind == "gelu-by-erf") {
    const ValueId scaled =
        writer.Op("Mul", {x, writer.Scalar("half_root", dtype, 0.70710678118654752)});
    const ValueId one = writer.Scalar("one", dtype, 1), half = writer.Scalar("half", dtype, 0.5);
    const ValueId factor = writer.Op("Add", {writer.Op("Erf", {scaled}), one});
    return writer.Op("Mul", {writer.Op("Mul", {x, factor}), half});
  }
  if (kind == "Clip") return rng.Chance(0.7) ? writer.Clip(x, 0, 6) : writer.Clip(x, -1, 1);
  if (kind == "PRelu") return writer.Op("PRelu", {x, writer.Scalar("slope", dtype, 0.25)});
  return writer.Op(kind, {x}, AttrsFor(kind, writer.opset(), rng));
}

bool Available(const Model& model, std::string_view kind, DType dtype) {
  if (kind == "silu") return Supports(model, "Sigmoid", dtype);
  if (kind == "gelu-by-erf") return Supports(model, "Erf", dtype) && Supports(model, "Mul", dtype);
  return Supports(model, kind, dtype);
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  std::vector<std::string_view> kinds;
  for (const std::string_view kind : kKinds)
    if (kind != old.op && Available(out.model, kind, DTypeOf(graph, old.inputs[0])))
      kinds.push_back(kind);
  if (kinds.empty()) return Reject("no other activation for this type");
  Writer writer(out.model, site.node + 1, site.node);
  const ValueId made =
      Write(writer, rng.Pick(std::span<const std::string_view>(kinds)), old.inputs[0], rng);
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  RemoveUnused(graph, site.node);
  return out;
}

}  // namespace
}  // namespace swap_activation

MutatorDef SwapActivationDef() {
  return {.name = "swap-activation",
          .meaning = "an activation becomes one of another kind",
          .choices =
              "uniform among 17 operators that the opset has for the type, x*sigmoid(x) and "
              "gelu written with Erf; parameters are the frameworks' defaults and one or "
              "two other common values",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = swap_activation::Find,
          .apply = swap_activation::Apply};
}

}  // namespace assay::mutate
