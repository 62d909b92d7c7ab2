// Editing a graph: what mutators share.
//
// A graph's nodes stand in an order in which they can run, so new nodes go in at a place: `at` is
// the index where the next one is inserted, and each call moves it past what it has inserted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::mutate {

// Inserts op(inputs) at `at` with one output and returns that. The node is named after the one at
// `like` (its role included). The new value has no type yet.
ValueId Emit(Graph& graph, size_t& at, std::string_view op, std::vector<ValueId> inputs,
             Attrs attrs = {}, std::string_view role = "");

// A name that neither the graph nor any of its subgraphs uses: names must be unique over both.
std::string UnusedName(const Graph& graph, std::string_view hint);

// A new initializer.
ValueId AddConstant(Graph& graph, std::string_view hint, Tensor tensor);
ValueId AddInts(Graph& graph, std::string_view hint, const std::vector<int64_t>& values);
// A float constant of rank 0 in type `dtype`.
ValueId AddScalar(Graph& graph, std::string_view hint, DType dtype, double value);

// Lets every node from index `from` on, and the graph's outputs, use `to` in place of `old`.
// Values that subgraphs capture by name keep `old`.
void ReplaceUses(Graph& graph, ValueId old, ValueId to, size_t from);

// How many inputs of nodes and outputs of the graph are this value; captured uses count, too.
int UseCount(const Graph& graph, ValueId value);
// Index of the node that makes `value`, or -1.
int ProducerOf(const Graph& graph, ValueId value);
// Whether a subgraph of the graph takes `value` by name.
bool IsCaptured(const Graph& graph, ValueId value);
// The values that the subgraphs of `node` take by name.
std::vector<ValueId> CapturedBy(const Graph& graph, const Node& node);
bool IsGraphOutput(const Graph& graph, ValueId value);

// The shape when every size is known and the value is a tensor.
std::optional<Shape> StaticShape(const Graph& graph, ValueId value);
// The element type; kUndefined when it is not a tensor.
DType DTypeOf(const Graph& graph, ValueId value);

// Drops node `i` when nothing uses what it makes, and initializers that then nothing uses. Other
// dead nodes stay: they may be part of the test.
void RemoveUnused(Graph& graph, size_t i);
// Drops initializers that nothing uses; inputs of the graph keep theirs.
void DropUnusedInitializers(Graph& graph);

// Drops nodes and initializers that no output depends on. Inputs of the graph stay.
void RemoveDead(Graph& graph);

// Forgets all types but those of the graph's inputs and initializers, and the shapes that the
// outputs declare: after a change they are inferred anew.
void ForgetTypes(Graph& graph);

// Makes `value`, of static shape `from`, fit `to`: slices and pads axis by axis where the ranks are
// equal, otherwise flattens, pads or slices, and reshapes (the study's repair). `dtypes` differ: a
// Cast. Returns `value` itself when nothing is to be done.
ValueId FitShape(Graph& graph, size_t& at, ValueId value, DType from_dtype, const Shape& from,
                 DType to_dtype, const Shape& to, int opset, std::string_view role = "");

}  // namespace assay::mutate
