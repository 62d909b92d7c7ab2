// y  ==>  Dropout(y) for inference
//
// Promise: same bits: outside training it is the identity.   Needs: a float tensor.   Aims at: the
// removal of Dropout and what it separates.
#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace insert_dropout {
namespace {

constexpr int kRatioAsInput = 12;  // opset

bool Fits(const Model& model, const Node& node) {
  const DType dtype = DTypeOf(model.graph, node.outputs[0]);
  return IsComputeType(dtype) && Supports(model, "Dropout", dtype);
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  static constexpr float kRatios[] = {0.1f, 0.5f, 0.9f};
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const float ratio = rng.Pick(std::span<const float>(kRatios));
  Writer writer(out.model, site.node + 1, site.node);
  std::vector<ValueId> inputs = {site.value};
  Attrs attrs;
  if (writer.opset() < kRatioAsInput) {
    attrs.Set("ratio", ratio);
  } else {
    inputs.push_back(writer.Scalar("ratio", DType::kFloat32, ratio));
    const int64_t no = 0;
    if (rng.Chance(0.5))
      inputs.push_back(
          writer.Constant("training", MakeIntTensor(DType::kBool, {}, std::span(&no, 1))));
  }
  const ValueId made = writer.Op("Dropout", std::move(inputs), std::move(attrs));
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace insert_dropout

MutatorDef InsertDropoutDef() {
  return {.name = "insert-dropout",
          .meaning = "a Dropout is inserted that does nothing outside training",
          .choices = "ratio 0.1, 0.5 or 0.9; the training flag is left out or false",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = insert_dropout::Find,
          .apply = insert_dropout::Apply};
}

}  // namespace assay::mutate
