// GraphProto to and from Graph, and the nodes that functions share with graphs.
#pragma once

#include "graph/graph.h"
#include "onnx/protos.h"
#include "onnx/scope.h"

namespace assay::onnxio {

// "" and "ai.onnx" are two names of one domain; the representation uses "".
std::string NormalDomain(const std::string& domain);

// Reads a graph; `outer` is the scope of the graph around a subgraph. Quantization annotations,
// metadata of nodes, values and graphs, documentation of values and attributes, and device
// placements are not kept.
Result<Graph> ReadGraph(onnx::GraphProto& proto, Scope* outer, ReadContext& context);
void WriteGraph(const Graph& graph, onnx::GraphProto* proto);

// Enters the outputs of `nodes` into the scope, then reads them into its graph.
Status ReadNodes(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes, Scope& scope);
void WriteNode(const Graph& graph, const Node& node, onnx::NodeProto* proto);

}  // namespace assay::onnxio
