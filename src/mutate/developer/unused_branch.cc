// y  ==>  y, and nodes that compute from it what nobody uses
//
// Promise: same bits.   Needs: a float tensor of static shape.   Aims at: removal of dead code, and
// passes that count the consumers of a value before they fuse.
//
// Left over from debugging: a mean, a histogram's shape, an auxiliary head.
#include <algorithm>
#include <array>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace unused_branch {
namespace {

constexpr int64_t kMostNodes = 3;

bool Fits(const Model& model, const Node& node) {
  return IsStaticFloat(model.graph, node.outputs[0]);
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

ValueId Step(Writer& writer, const Model& model, ValueId x, Rng& rng) {
  static constexpr std::array<std::string_view, 7> kUnary = {"Relu", "Sigmoid",  "Abs",     "Neg",
                                                             "Tanh", "Identity", "Softplus"};
  const std::string_view op = rng.Pick(std::span<const std::string_view>(kUnary));
  const auto rank = writer.shape(x).size();
  const int64_t choice = rng.Int(0, 4);
  if (choice == 0 && rank > 0 && Supports(model, "ReduceMean", writer.dtype(x))) {
    std::vector<int64_t> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    return writer.Reduce("ReduceMean", x, axes, rng.Chance(0.5));
  }
  if (choice == 1 && Supports(model, "Mul", writer.dtype(x))) return writer.Op("Mul", {x, x});
  return writer.Op(Supports(model, op, writer.dtype(x)) ? op : "Identity", {x});
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Writer writer(out.model, site.node + 1, site.node);
  ValueId x = site.value;
  for (int64_t n = rng.Int(1, kMostNodes); n > 0; --n) x = Step(writer, out.model, x, rng);
  if (rng.Chance(0.3)) writer.Op("Shape", {x});
  if (!writer.status().ok()) return writer.status().error();
  return out;
}

}  // namespace
}  // namespace unused_branch

MutatorDef UnusedBranchDef() {
  return {
      .name = "unused-branch",
      .meaning = "nodes are added whose results nobody uses",
      .choices = "one to three elementwise nodes or a mean; in three of ten cases a Shape behind",
      .family = Family::kDeveloper,
      .promise = Promise::kSameBits,
      .find = unused_branch::Find,
      .apply = unused_branch::Apply};
}

}  // namespace assay::mutate
