// The text form of models: what people type in tests and read in reports. docs/reference/formats.md
// describes it in full.
//
//   model ir=10 opset=21
//   graph net (x: float32[2,3], k: int64[1]) -> (y: float32[2,3]) {
//     w: float32[3] = [0.5, 1, -2]
//     s = Add(x, w)
//     [act] y = LeakyRelu<alpha=0.1>(s)
//   }
//
// ParseModelText(PrintModel(m)) == m for every model that VerifyStructure accepts.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/graph.h"

namespace assay {

// What a text that does not say gets.
inline constexpr int kDefaultIrVersion = 10;
inline constexpr int kDefaultOpset = 21;
inline constexpr std::string_view kDefaultGraphName = "g";

// Never fails; an id that refers to no value is printed as a name that no text can define.
std::string PrintModel(const Model& model);
std::string PrintGraph(const Graph& graph);

// A model without a `model` line is a graph (and functions) with the defaults above. The result
// passes VerifyStructure. An error says "line 3, column 7: expected …, found …". Memory stays
// within a small multiple of the text's size plus kMaxFillBytes, recursion within kMaxTextDepth.
Result<Model> ParseModelText(std::string_view text);

// One graph; it may name values of a graph around it in `captures (…)`.
Result<Graph> ParseGraphText(std::string_view text);

// fill(…) makes a large tensor out of a short text; all of them in one text together stay below
// this.
inline constexpr uint64_t kMaxFillBytes = uint64_t{1} << 24;
// Subgraphs in subgraphs, types in types, lists in lists.
inline constexpr int kMaxTextDepth = 32;
// Of one node or function: attributes are kept in a sorted list, which a hostile text could make
// slow.
inline constexpr size_t kMaxTextAttributes = 1024;

}  // namespace assay
