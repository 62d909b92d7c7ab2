// The reduced model as a picture.
//
// Weights are no boxes: they stand as parameters in the box of the node that reads them.
// Deterministic.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace assay::report {

// What is known to be wrong, by the names of tensors; "" when it is not. A node is marked only when
// its result is the first that is wrong: a wrong output says nothing of the node that makes it.
struct Marks {
  std::string first_wrong;
  std::string wrong_output;
};

// For a terminal, one line per node; every column is a tensor on its way:
//
//   │ x: float32[2,3]        input
//   ●   Relu → t: float32[2,3]
//   ●─● Add → y: float32[2,3]
std::string DrawText(const Graph& graph, const Marks& marks);

// A Mermaid flow chart, as several forges draw it out of Markdown.
std::string DrawMermaid(const Graph& graph, const Marks& marks);

// A stand-alone <svg> element, readable in light and dark.
std::string DrawSvg(const Graph& graph, const Marks& marks);

// --- what they share ---

// The values that a node reads, weights aside, each once: its inputs, and what its subgraphs take
// from the graph around them.
std::vector<ValueId> Reads(const Graph& graph, const Node& node);
// Attributes and weights of a node in short: "axis=1", "W: float32[3]".
std::vector<std::string> Parameters(const Graph& graph, const Node& node);
// "x: float32[2,3]"
std::string TypedName(const Graph& graph, ValueId id);
// Whether the node makes the first wrong tensor.
bool IsWrong(const Graph& graph, const Node& node, const Marks& marks);
bool IsWrongOutput(const Graph& graph, ValueId id, const Marks& marks);

}  // namespace assay::report
