// y  ==>  y cast to one or two wider types and back
//
// Promise: same bits: every value of the type exists in each wider one.   Needs: a number type with
// wider ones that Cast knows at the opset.   Aims at: elimination of Casts, which must not drop a
// narrowing one.
#include <algorithm>
#include <array>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace cast_chain {
namespace {

// Types that hold every value of `dtype`.
std::vector<DType> Wider(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
    case DType::kBfloat16:
      return {DType::kFloat32, DType::kFloat64};
    case DType::kFloat32:
      return {DType::kFloat64};
    case DType::kInt8:
      return {DType::kInt16, DType::kInt32, DType::kInt64, DType::kFloat32, DType::kFloat64};
    case DType::kUint8:
      return {DType::kUint16, DType::kInt32, DType::kInt64, DType::kFloat32, DType::kFloat64};
    case DType::kInt16:
    case DType::kUint16:
      return {DType::kInt32, DType::kInt64, DType::kFloat32, DType::kFloat64};
    case DType::kInt32:
      return {DType::kInt64, DType::kFloat64};
    case DType::kUint32:
      return {DType::kInt64, DType::kUint64, DType::kFloat64};
    case DType::kBool:
      return {DType::kUint8, DType::kInt32, DType::kFloat32};
    default:
      return {};
  }
}

std::vector<DType> Possible(const Model& model, DType dtype) {
  std::vector<DType> wider = Wider(dtype);
  const ops::Schema* cast = ops::FindSchema("", "Cast", model.opset(""));
  if (cast == nullptr) return {};
  std::erase_if(wider, [&](DType to) {
    return !cast->inputs[0].type_set().AdmitsTensor(to) ||
           !cast->outputs[0].type_set().AdmitsTensor(to) ||
           !cast->inputs[0].type_set().AdmitsTensor(dtype) ||
           !cast->outputs[0].type_set().AdmitsTensor(dtype);
  });
  return wider;
}

bool Fits(const Model& model, const Node& node) {
  return !Possible(model, DTypeOf(model.graph, node.outputs[0])).empty();
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const DType dtype = DTypeOf(graph, site.value);
  const std::vector<DType> wider = Possible(out.model, dtype);
  const DType first = rng.Pick(std::span<const DType>(wider));
  Writer writer(out.model, site.node + 1, site.node);
  ValueId made = writer.Cast(site.value, first);
  const std::vector<DType> further = Possible(out.model, first);
  if (!further.empty() && dtype != DType::kBool && rng.Chance(0.5))
    made = writer.Cast(made, rng.Pick(std::span<const DType>(further)));
  made = writer.Cast(made, dtype);
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace cast_chain

MutatorDef CastChainDef() {
  return {.name = "cast-chain",
          .meaning = "a tensor is cast to wider types and back",
          .choices = "one or two steps, each uniform among the types that hold every value",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = cast_chain::Find,
          .apply = cast_chain::Apply};
}

}  // namespace assay::mutate
