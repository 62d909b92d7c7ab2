// What the study's mutators share: taking a layer out of a graph, putting nodes in its place, and
// the repair of shapes.
//
// Values keep their names: whatever a mutator puts behind or in place of a layer ends in the value
// that the layer made, so outputs of the graph and values that subgraphs capture stay what they
// are.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"
#include "graph/model_case.h"
#include "mutate/mutator.h"

namespace assay::mutate {

// float16, bfloat16, float32 or float64: what layers compute in.
bool IsLayerFloat(DType dtype);

// The opset of the default domain.
int OpsetOf(const Model& model);

// Whether the operator exists at the model's opset and its first input admits `dtype`.
bool Admits(const Model& model, std::string_view op, DType dtype);

// Whether Fit can make a value of type `from` into one of type `to`: they are equal, or both are
// non-empty float tensors of known shape.
bool CanFit(const Model& model, const ValueType& from, const ValueType& to);
// FitShape between two types for which CanFit holds; one Reshape where only the arrangement
// differs.
ValueId Fit(const Model& model, Graph& graph, size_t& at, ValueId value, const ValueType& from,
            const ValueType& to, std::string_view role);

// Lets node `i` make a new value in place of its first output, which nothing makes any more.
ValueId Detach(Graph& graph, size_t i);
// Lets the node before `at`, which a mutator has just inserted and which makes `value`, make `name`
// instead.
void Attach(Graph& graph, size_t at, ValueId value, ValueId name);

// A copy of `node` inserted at `at` with `input` as its first input; returns its output.
ValueId InsertCopy(Graph& graph, size_t& at, const Node& node, ValueId input,
                   std::string_view role);

// Drops the initializers of `node`, which is no longer in the graph, that nothing else uses.
void DropWeights(Graph& graph, const Node& node);

// The type of the first output of `node` if its first input had type `first`, or nothing when the
// operator refuses it or the result is not a tensor of known, non-empty shape.
std::optional<TensorType> ResultType(const Model& model, const Node& node, const TensorType& first);

// ResultType with the input type `first`, when the result can be fitted to the node's present one
// and is at most kMaxGrowth times as large (broadcasting at another rank may multiply sizes). The
// windows of pooling must be sound, see window_check.h.
std::optional<TensorType> MayBecome(const Model& model, const Node& node, const TensorType& first);
inline constexpr int64_t kMaxGrowth = 8;

// Sites of all nodes for which `fits` holds.
std::vector<Site> NodesWhere(const Model& model, bool (*fits)(const Model&, const Node&));

// A layer in the sense of layer.h whose input and output are layer floats.
bool IsFloatLayer(const Model& model, const Node& node);
// The same, with shapes on both sides that the repair can work with.
bool IsFittableLayer(const Model& model, const Node& node);

}  // namespace assay::mutate
