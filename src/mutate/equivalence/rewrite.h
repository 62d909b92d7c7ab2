// What the equivalences share: two kinds of sites and the edit that belongs to each.
//
//   - a tensor, which its consumers get replaced by something equal   (FindTensors, Insert)
//   - a node, which gets replaced by nodes that compute the same      (FindNodes, Replace)
//
// What counts as "same bits" is decided by the certified reference: an inserted operator must leave
// every interval and every NaN state as it was, on special values, too. Operators whose result a
// correct library may round, flush to zero or choose (Max of NaN, say) promise no more than
// "close". The sign of zero and the bits of a NaN are not promised by anybody.
//
// The promise is about the model. A target may still round differently where an insertion keeps it
// from fusing two operators, and where it computes 16-bit floats in float32 and skips roundings in
// between: whoever compares two runs bit by bit must do so without optimisation and leave models
// with float16 and bfloat16 to the bounds.
#pragma once

#include <optional>
#include <vector>

#include "mutate/equivalence/emitter.h"
#include "mutate/mutator.h"
#include "ops/op.h"

namespace assay::mutate {

// --- sites ---

using TensorFits = bool (*)(const Model& model, const TensorType& type);
using NodeFits = bool (*)(const Model& model, const Node& node);

// Tensors that nodes make (constants aside) or that are fed to the graph, and that something uses.
std::vector<Site> TensorSites(const Model& model, TensorFits fits);
// Nodes whose first output alone is named.
std::vector<Site> NodeSites(const Model& model, NodeFits fits);

template <TensorFits fits>
std::vector<Site> FindTensors(const Model& model) {
  return TensorSites(model, fits);
}
template <NodeFits fits>
std::vector<Site> FindNodes(const Model& model) {
  return NodeSites(model, fits);
}

// --- edits ---

// Emits nodes behind the producer of `x` and returns a value equal to it.
using Build = Result<ValueId> (*)(Emitter& w, ValueId x, const TensorType& type, Rng& rng);
// Emits nodes behind `node` and returns a value equal to its first output.
using Rewrite = Result<ValueId> (*)(Emitter& w, const Node& node, Rng& rng);

Result<ModelCase> InsertAt(const ModelCase& base, const Site& site, Rng& rng, Build build);
Result<ModelCase> ReplaceAt(const ModelCase& base, const Site& site, Rng& rng, Rewrite rewrite);

template <Build build>
Result<ModelCase> Insert(const ModelCase& base, const Site& site, Rng& rng) {
  return InsertAt(base, site, rng, build);
}
template <Rewrite rewrite>
Result<ModelCase> Replace(const ModelCase& base, const Site& site, Rng& rng) {
  return ReplaceAt(base, site, rng, rewrite);
}

// --- definitions ---

MutatorDef Equivalence(Promise promise, std::string_view name, std::string_view meaning,
                       std::string_view choices, decltype(MutatorDef::find) find,
                       decltype(MutatorDef::apply) apply);
inline MutatorDef Equivalence(Promise promise, std::string_view name, std::string_view meaning,
                              decltype(MutatorDef::find) find, decltype(MutatorDef::apply) apply) {
  return Equivalence(promise, name, meaning, "", find, apply);
}

// --- questions ---

// Whether the model's opset has the operator, whether its input `i` may be of `dtype`, and whether
// its first output may.
bool Has(const Model& model, std::string_view op);
bool Takes(const Model& model, std::string_view op, DType dtype, size_t i = 0);
bool Gives(const Model& model, std::string_view op, DType dtype);

// The element types for which every runtime has kernels: float16, 32, 64, int32, int64.
bool IsCommon(DType dtype);
bool IsCommonFloat(DType dtype);

// A known size of 0 among the dimensions.
bool HasZeroSize(const TensorType& type);
// Axes of known size at least `least`.
std::vector<int64_t> AxesOfSize(const TensorType& type, int64_t least);
// An integer tensor of rank 0 or 1 may carry a shape, which our inference and others follow through
// plain operators only.
bool MayCarryShape(const TensorType& type);

// Whether the node draws no random numbers, nor does a subgraph or function in it.
bool IsDeterministic(const Model& model, const Node& node);
bool HasSubgraphs(const Node& node);

// The value that a tensor has in every run: an initializer that is not an input, or a Constant.
const Tensor* ConstantOf(const Graph& graph, ValueId value);
// True for floats without NaN and infinity.
bool AllFinite(const Tensor& tensor);

// The node that makes `value` when it is `op` of the default domain, else nullptr.
const Node* MakerOf(const Graph& graph, ValueId value, std::string_view op);
const TensorType& TypeOf(const Graph& graph, ValueId value);  // an empty one when not a tensor
inline int RankOf(const Graph& graph, ValueId value) { return TypeOf(graph, value).rank(); }

// Erases the node that makes `value` when nothing uses any output of it, then those that only fed
// it, and its constants. Other dead code of the model stays.
void EraseUnused(Graph& graph, ValueId value);

}  // namespace assay::mutate
