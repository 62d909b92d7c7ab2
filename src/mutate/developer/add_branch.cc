// y  ==>  y joined with a new branch: added, gated, concatenated and projected, or re-weighted by
// channel (squeeze and excite)
//
// Promise: changes.   Needs: features of rank 2 (last axis) or rank 3 to 5 (axis 1), static.   Aims
// at: fusion around joins, broadcasting from [n,c,1,1], Concat elimination.
#include <algorithm>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/repair.h"
#include "mutate/sites.h"
#include "mutate/weights.h"

namespace assay::mutate {
namespace add_branch {
namespace {

// Wider layers would make mutants slow without testing anything else.
constexpr int64_t kMostFeatures = 1024;

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (!(IsLayer(graph, node) || IsActivation(node)) || !IsStaticFloat(graph, node.outputs[0]))
    return false;
  const Shape shape = *StaticShape(graph, node.outputs[0]);
  const DType dtype = DTypeOf(graph, node.outputs[0]);
  return shape.size() >= 2 && shape.size() <= 5 && shape[1] <= kMostFeatures &&
         Supports(model, shape.size() == 2 ? "MatMul" : "Conv", dtype) &&
         Supports(model, "Sigmoid", dtype) && Supports(model, "Add", dtype);
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

// A 3x3 convolution that keeps the size, or a projection.
ValueId Layer(Writer& writer, ValueId x, int64_t features, Rng& rng) {
  const Shape shape = writer.shape(x);
  if (shape.size() == 2 || rng.Chance(0.5)) return Project(writer, x, features, rng);
  Shape kernel = {features, shape[1]};
  for (size_t i = 2; i < shape.size(); ++i) kernel.push_back(3);
  Tensor weights = RandomWeights(rng, writer.dtype(x), kernel, ElementCount(kernel) / features);
  return writer.Op("Conv", {x, writer.Constant("kernel", std::move(weights))},
                   {{"kernel_shape", std::vector<int64_t>(shape.size() - 2, 3)},
                    {"pads", std::vector<int64_t>(2 * (shape.size() - 2), 1)}});
}

ValueId Add(Writer& writer, ValueId y, int64_t features, Rng& rng) {
  return writer.Op("Add", {y, Layer(writer, y, features, rng)});
}

ValueId Gate(Writer& writer, ValueId y, int64_t features, Rng& rng) {
  return writer.Op("Mul", {y, writer.Op("Sigmoid", {Layer(writer, y, features, rng)})});
}

ValueId Join(Writer& writer, ValueId y, int64_t features, Rng& rng) {
  const int64_t more = std::max<int64_t>(1, features / rng.Int(1, 4));
  const ValueId branch = writer.Op("Relu", {Layer(writer, y, more, rng)});
  const std::vector<ValueId> parts =
      rng.Chance(0.5) ? std::vector{y, branch} : std::vector{branch, y};
  return Project(writer, writer.Op("Concat", parts, {{"axis", int64_t{1}}}), features, rng);
}

ValueId Excite(Writer& writer, ValueId y, int64_t features, Rng& rng) {
  std::vector<int64_t> axes(writer.shape(y).size() - 2);
  std::iota(axes.begin(), axes.end(), 2);
  ValueId weight = axes.empty()      ? y
                   : rng.Chance(0.5) ? writer.Op("GlobalAveragePool", {y})
                                     : writer.Reduce("ReduceMean", y, axes, true);
  weight = writer.Op("Relu", {Project(writer, weight, std::max<int64_t>(1, features / 4), rng)});
  return writer.Op("Mul", {y, writer.Op("Sigmoid", {Project(writer, weight, features, rng)})});
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const int64_t features = (*StaticShape(graph, site.value))[1];
  using Kind = ValueId (*)(Writer&, ValueId, int64_t, Rng&);
  static constexpr Kind kKinds[] = {Add, Gate, Join, Excite};
  Writer writer(out.model, site.node + 1, site.node);
  const Kind kind = rng.Pick(std::span<const Kind>(kKinds));
  const ValueId made = kind(writer, site.value, features, rng);
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace add_branch

MutatorDef AddBranchDef() {
  return {.name = "add-branch",
          .meaning = "a parallel branch is added and joined",
          .choices =
              "uniform among sum, sigmoid gate, Concat with projection, squeeze and excite "
              "(a quarter of the features); branch layers are 1x1 or 3x3, their weights "
              "normal with deviation 1/sqrt(inputs)",
          .family = Family::kDeveloper,
          .promise = Promise::kChanges,
          .find = add_branch::Find,
          .apply = add_branch::Apply};
}

}  // namespace assay::mutate
