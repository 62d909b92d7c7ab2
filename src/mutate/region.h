// Region: a connected set of nodes that can be taken as one: no path leaves it and comes back.
//
// Mutators that put a box around a part of a model (a branch, a loop, another precision) grow one
// around a node, bring its nodes together, and replace them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "graph/graph.h"
#include "mutate/writer.h"

namespace assay::mutate {

struct Region {
  std::vector<size_t> nodes;     // indices, ascending
  std::vector<ValueId> inputs;   // made outside and used inside, in order of first use
  std::vector<ValueId> weights;  // initializers used inside that are not inputs of the graph
  std::vector<ValueId> outputs;  // made inside and used outside: by nodes, as outputs, captured
};

using NodeTest = std::function<bool(const Graph& graph, const Node& node)>;

// A node that any region may hold: of the default domain, not random, without subgraphs, all its
// inputs and outputs tensors of a known element type.
bool FitsRegion(const Graph& graph, const Node& node);

// A region whose every result `op` (If, Loop, Scan) may deliver at the model's opset.
bool CanDeliver(const Model& model, std::string_view op, const Region& region);

// Grows a region of at most `most` nodes around node `start`, all of which pass `fits` (which is to
// include FitsRegion). Nothing when `start` does not pass or no output of it is used.
std::optional<Region> GrowRegion(const Graph& graph, size_t start, size_t most,
                                 const NodeTest& fits, Rng& rng);

// Reorders the nodes so that those of the region stand together, and returns the index of the
// first. `region.nodes` is brought up to date.
size_t BringTogether(Graph& graph, Region& region);

// The region as a graph of its own: weights and inputs are captured by name, values made inside get
// names of their own (`tag` behind the old one); its outputs are in the order of region.outputs.
Graph CaptureRegion(const Graph& graph, const Region& region, const std::string& tag);

// The same, but region.inputs are the graph's inputs, under names of their own.
Graph EncloseRegion(const Graph& graph, const Region& region, const std::string& tag);

// How a region is made to work on its values in another form (a type, a layout).
struct RegionRewrite {
  // An input or a weight in the other form, written in front of the region; or itself.
  std::function<ValueId(Writer& writer, ValueId id)> enter;
  // A node of the region, its inputs and outputs replaced already.
  std::function<void(Node& node)> change;
  // Writes the node that brings a result back from the other form, behind the region.
  std::function<void(Writer& writer, ValueId inner)> leave;
};

// Brings the region together and rewrites it. Its results keep their names. A Rejected error: a
// node does not stand the other form.
Status RewriteRegion(Model& model, Region region, const RegionRewrite& rewrite);

// Takes the nodes of the region (which stand together) out of the graph.
void EraseRegion(Graph& graph, const Region& region);

}  // namespace assay::mutate
