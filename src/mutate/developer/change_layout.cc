// a region in NCHW  ==>  Transpose to NHWC, the region there, Transpose back
//
// Promise: close: elementwise results are the same, reductions may sum in another order.   Needs:
// connected nodes over tensors of one rank (3 to 5): elementwise, Softmax, Concat, reductions that
// keep their axes; constants are transposed, single numbers stay.   Aims at: layout passes and the
// pushing of Transposes through other nodes.
#include <algorithm>
#include <array>
#include <numeric>

#include "mutate/delicate.h"
#include "mutate/edit.h"
#include "mutate/region.h"
#include "mutate/sites.h"
#include "mutate/weights.h"
#include "mutate/writer.h"

namespace assay::mutate {
namespace change_layout {
namespace {

constexpr int64_t kMostNodes = 5;
// From here on Softmax works on its axis alone; before, on all axes from there.
constexpr int kSoftmaxOnOneAxis = 13;
constexpr int kReduceAxesAsInput = 18;

constexpr std::array<std::string_view, 27> kElementwise = {
    "Abs",  "Add",      "Celu",        "Cos",       "Div",       "Elu",     "Erf",
    "Exp",  "Gelu",     "HardSigmoid", "HardSwish", "LeakyRelu", "Max",     "Min",
    "Mish", "Mul",      "Neg",         "PRelu",     "Relu",      "Selu",    "Sigmoid",
    "Sin",  "Softplus", "Softsign",    "Sub",       "Tanh",      "Identity"};

template <typename Range>
bool Contains(const Range& range, std::string_view item) {
  return std::find(range.begin(), range.end(), item) != range.end();
}

int RankOf(const Graph& graph, ValueId id) {
  return graph.type(id).is_tensor() ? graph.type(id).tensor.rank() : -1;
}

// A constant that can be moved to the other layout, or need not be.
bool IsMovable(const Graph& graph, ValueId id, int rank) {
  const Tensor* weight = WeightOf(graph, id);
  return weight != nullptr && weight->rank() <= rank;
}

bool HasAxisOnly(const Model& model, const Node& node) {
  if (node.op == "Concat") return true;
  if (node.op == "Softmax" || node.op == "LogSoftmax") return model.opset("") >= kSoftmaxOnOneAxis;
  if (node.op != "ReduceMean" && node.op != "ReduceMax" && node.op != "ReduceSum") return false;
  const auto* keep = node.attrs.Get<int64_t>("keepdims");
  return (keep == nullptr || *keep == 1) && node.inputs.size() == 1 &&
         model.opset("") < kReduceAxesAsInput && node.attrs.Has("axes");
}

bool FitsRank(const Model& model, const Node& node, int rank) {
  const Graph& graph = model.graph;
  if (!FitsRegion(graph, node) || node.outputs.size() != 1 || node.inputs.empty() ||
      !(Contains(kElementwise, node.op) || HasAxisOnly(model, node)) ||
      !IsComputeType(DTypeOf(graph, node.outputs[0])) || RankOf(graph, node.outputs[0]) != rank)
    return false;
  const bool joins = node.op == "Concat";
  return std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
    if (id == kAbsent) return false;
    return WeightOf(graph, id) == nullptr
               ? RankOf(graph, id) == rank
               : IsMovable(graph, id, rank) && (!joins || RankOf(graph, id) == rank);
  });
}

bool Fits(const Model& model, const Node& node) {
  const int rank = RankOf(model.graph, node.outputs[0]);
  return rank >= 3 && rank <= 5 && FitsRank(model, node, rank);
}

std::vector<Site> Find(const Model& model) { return NodesThatMayChange(model, Fits); }

std::vector<int64_t> ToChannelsLast(int rank) {
  std::vector<int64_t> perm(static_cast<size_t>(rank));
  std::iota(perm.begin(), perm.end(), 0);
  std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
  return perm;
}

std::vector<int64_t> Inverse(const std::vector<int64_t>& perm) {
  std::vector<int64_t> out(perm.size());
  for (size_t i = 0; i < perm.size(); ++i)
    out[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
  return out;
}

// The constant in the other layout: missing leading axes are of size one.
Tensor Moved(const Tensor& weight, const std::vector<int64_t>& perm) {
  if (weight.count() == 1) return weight;
  Shape shape(perm.size(), 1);
  std::copy(weight.shape().begin(), weight.shape().end(),
            shape.end() - static_cast<std::ptrdiff_t>(weight.shape().size()));
  return Transposed(weight.Reshaped(shape), perm);
}

// `axis` of the old layout, in the new one. `inverse[old]` is where it has gone.
int64_t NewAxis(int64_t axis, const std::vector<int64_t>& inverse) {
  const auto rank = static_cast<int64_t>(inverse.size());
  return inverse[static_cast<size_t>(axis < 0 ? axis + rank : axis)];
}

void AdjustAxes(Node& node, const std::vector<int64_t>& inverse) {
  if (Contains(kElementwise, node.op)) return;
  if (const auto* axes = node.attrs.Get<std::vector<int64_t>>("axes")) {
    std::vector<int64_t> moved;
    for (const int64_t axis : *axes) moved.push_back(NewAxis(axis, inverse));
    node.attrs.Set("axes", moved);
    return;
  }
  const auto* axis = node.attrs.Get<int64_t>("axis");
  node.attrs.Set("axis", NewAxis(axis == nullptr ? -1 : *axis, inverse));
}

Result<ModelCase> Apply(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  const Graph& graph = out.model.graph;
  const int rank = RankOf(graph, site.value);
  const std::vector<bool> delicate = DelicateValues(base.model);
  const auto fits = [&](const Graph&, const Node& node) {
    return FitsRank(base.model, node, rank) && !delicate[static_cast<size_t>(node.outputs[0])];
  };
  const auto most = static_cast<size_t>(rng.Int(1, kMostNodes));
  auto region = GrowRegion(graph, site.node, most, fits, rng);
  if (!region.has_value()) return Reject("nothing uses this node");
  const std::vector<int64_t> perm = ToChannelsLast(rank), inverse = Inverse(perm);
  const auto enter = [&](Writer& writer, ValueId id) {
    const Tensor* weight = WeightOf(graph, id);
    return weight == nullptr ? writer.Op("Transpose", {id}, {{"perm", perm}})
                             : writer.Constant(graph.name_of(id), Moved(*weight, perm));
  };
  ASSAY_RETURN_IF_ERROR(RewriteRegion(
      out.model, std::move(*region),
      {.enter = enter,
       .change = [&](Node& node) { AdjustAxes(node, inverse); },
       .leave = [&](Writer& writer,
                    ValueId inner) { writer.Op("Transpose", {inner}, {{"perm", inverse}}); }}));
  return out;
}

}  // namespace
}  // namespace change_layout

MutatorDef ChangeLayoutDef() {
  return {.name = "change-layout",
          .meaning = "a region runs with its channels last, between Transposes",
          .choices = "one to five nodes; channels always move from axis 1 to the end",
          .family = Family::kDeveloper,
          .promise = Promise::kClose,
          .find = change_layout::Find,
          .apply = change_layout::Apply};
}

}  // namespace assay::mutate
