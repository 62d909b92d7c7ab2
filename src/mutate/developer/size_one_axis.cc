// f(a, b)  ==>  Squeeze(f(Unsqueeze(a), Unsqueeze(b))) for elementwise f
//
// Promise: same bits: every element is computed from the same numbers.   Needs: an elementwise node
// over tensors of known rank.   Aims at: broadcasting through axes of size one, rank-specialised
// kernels, elimination of Squeeze and Unsqueeze.
//
// The new axis has `t` axes behind it. Operands of fewer axes than that stay as they are: they
// align from the right.
#include <algorithm>
#include <array>

#include "mutate/edit.h"
#include "mutate/sites.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace size_one_axis {
namespace {

constexpr int kMaxRank = 5;

constexpr std::array<std::string_view, 31> kElementwise = {
    "Abs",  "Add",     "And",      "Ceil",     "Celu",    "Div",         "Elu",       "Equal",
    "Erf",  "Exp",     "Floor",    "Gelu",     "Greater", "HardSigmoid", "HardSwish", "LeakyRelu",
    "Less", "Max",     "Min",      "Mish",     "Mul",     "Neg",         "Or",        "Relu",
    "Selu", "Sigmoid", "Softplus", "Softsign", "Sub",     "Tanh",        "Where"};

int RankOf(const Graph& graph, ValueId id) {
  return graph.type(id).is_tensor() ? graph.type(id).tensor.rank() : -1;
}

bool Fits(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  if (std::find(kElementwise.begin(), kElementwise.end(), node.op) == kElementwise.end())
    return false;
  const int rank = RankOf(graph, node.outputs[0]);
  return rank >= 0 && rank < kMaxRank &&
         std::all_of(
             node.inputs.begin(), node.inputs.end(),
             [&](ValueId id) { return id != kAbsent && RankOf(graph, id) >= 0; });
}

std::vector<Site> Find(const Model& model) { return NodesThat(model, Fits); }

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node old = graph.node(site.node);
  const int rank = RankOf(graph, site.value);
  const int64_t behind = rng.Int(0, rank);
  Writer writer(out.model, site.node + 1, site.node);
  std::vector<ValueId> inputs;
  for (const ValueId id : old.inputs) {
    const int own = RankOf(graph, id);
    // A scalar broadcasts as it is; sometimes it gets an axis all the same.
    const bool leave = own < behind || (own == 0 && rank > 0);
    inputs.push_back(leave ? id : writer.Unsqueeze(id, {own - behind}));
  }
  const ValueId wide = writer.Op(old.op, inputs, old.attrs);
  const ValueId made = writer.Squeeze(wide, {rank - behind});
  ReplaceUses(graph, site.value, made, writer.at());
  if (!writer.status().ok()) return writer.status().error();
  RemoveUnused(graph, site.node);
  return out;
}

}  // namespace
}  // namespace size_one_axis

MutatorDef SizeOneAxisDef() {
  return {.name = "size-one-axis",
          .meaning = "an elementwise node works through an additional axis of size one",
          .choices = "the axis is uniform among all places",
          .family = Family::kDeveloper,
          .promise = Promise::kSameBits,
          .find = size_one_axis::Find,
          .apply = size_one_axis::Apply};
}

}  // namespace assay::mutate
