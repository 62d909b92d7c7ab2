#include "onnx/graphs.h"

#include "tests/unit/onnx/proto_text.h"

namespace assay::onnxio::graphs_test {
namespace {

Graph Read(const std::string& text) {
  auto proto = FromText<onnx::GraphProto>(text);
  ReadContext context;
  Result<Graph> graph = ReadGraph(proto, nullptr, context);
  EXPECT_TRUE(graph.ok()) << graph.error().message;
  return *std::move(graph);
}

const Graph& Subgraph(const Graph& graph) { return **graph.node(0).attrs.Get<GraphPtr>("body"); }

std::vector<std::string> CapturedNames(const Graph& graph) {
  std::vector<std::string> names;
  for (const ValueId id : graph.captured) names.push_back(graph.name_of(id));
  return names;
}

TEST(Graphs, AbsentInputsAndOutputs) {
  const Graph graph = Read(
      "node { op_type: 'Op' input: 'a' input: '' input: 'b' output: '' output: 'c' output: '' }");
  const Node& node = graph.node(0);
  EXPECT_EQ(node.inputs.size(), 3u);
  EXPECT_EQ(node.inputs[1], kAbsent);
  EXPECT_EQ(node.outputs[0], kAbsent);
  EXPECT_EQ(node.outputs[2], kAbsent);
  onnx::GraphProto written;
  WriteGraph(graph, &written);
  EXPECT_THAT(written.node(0).input(), ::testing::ElementsAre("a", "", "b"));
  EXPECT_THAT(written.node(0).output(), ::testing::ElementsAre("", "c", ""));
}

TEST(Graphs, TypesComeFromEveryDeclaration) {
  const Graph graph = Read("input { " + Floats("x", "2") + " } output { " + Floats("y", "3") +
                           " } value_info { " + Floats("h", "4") +
                           " } node { op_type: 'A' input: 'x' output: 'h' }"
                           " node { op_type: 'B' input: 'h' output: 'y' }");
  EXPECT_EQ(TypeText(graph.type(graph.Find("x"))), "float32[2]");
  EXPECT_EQ(TypeText(graph.type(graph.Find("h"))), "float32[4]");
  EXPECT_EQ(TypeText(graph.type(graph.Find("y"))), "float32[3]");
}

TEST(Graphs, InitializersHaveTheTypeOfTheirTensor) {
  const Graph graph = Read("initializer { name: 'w' data_type: 7 dims: 1 int64_data: 5 }");
  EXPECT_EQ(TypeText(graph.type(graph.Find("w"))), "int64[1]");
}

TEST(Graphs, AnInitializerOfAnInputIsItsDefault) {
  const Graph graph = Read(
      "input { name: 'w' type { tensor_type { elem_type: 7 shape { dim { dim_param: 'n' } } } } }"
      " initializer { name: 'w' data_type: 7 dims: 1 int64_data: 5 }");
  EXPECT_EQ(TypeText(graph.type(graph.inputs[0])), "int64[n]");
  EXPECT_NE(graph.initializer(graph.inputs[0]), nullptr);
}

TEST(Graphs, CapturesGoThroughEveryGraphBetween) {
  const Graph graph = Read(
      "input { " + Floats("x") +
      " } node { op_type: 'Op' output: 'y' attribute { name: 'body' type: GRAPH g {"
      "  name: 'middle' node { op_type: 'Op' output: 'z' attribute { name: 'body' type: GRAPH g {"
      "    name: 'inner' node { op_type: 'Relu' input: 'x' output: 'u' } output { name: 'u' } } } "
      "} } } }");
  const Graph& middle = Subgraph(graph);
  const Graph& inner = Subgraph(middle);
  EXPECT_THAT(CapturedNames(middle), ::testing::ElementsAre("x"));
  EXPECT_THAT(CapturedNames(inner), ::testing::ElementsAre("x"));
  EXPECT_EQ(TypeText(inner.type(inner.captured[0])), "float32[2]");
  EXPECT_TRUE(VerifyStructure(graph).ok());
}

TEST(Graphs, ALocalNameHidesTheOuterOne) {
  const Graph graph =
      Read("input { " + Floats("x") +
           " } node { op_type: 'Op' output: 'y' attribute { name: 'body' type: GRAPH g {"
           "  name: 's' input { name: 'x' } node { op_type: 'Relu' input: 'x' output: 'u' } } } }");
  EXPECT_TRUE(Subgraph(graph).captured.empty());
}

TEST(Graphs, TheDefaultDomainHasOneName) {
  EXPECT_EQ(Read("node { op_type: 'Relu' domain: 'ai.onnx' output: 'y' }").node(0).domain, "");
  EXPECT_EQ(Read("node { op_type: 'Scaler' domain: 'ai.onnx.ml' output: 'y' }").node(0).domain,
            "ai.onnx.ml");
}

TEST(Graphs, ASparseConstantBecomesADenseOne) {
  const Graph graph = Read(
      "node { op_type: 'Constant' output: 'k' attribute { name: 'sparse_value' type: SPARSE_TENSOR"
      " sparse_tensor { values { data_type: 7 dims: 1 int64_data: 9 } indices { data_type: 7 dims: "
      "1"
      " int64_data: 0 } dims: 2 } } }");
  ASSERT_NE(graph.node(0).attrs.Get<Tensor>("value"), nullptr);
  EXPECT_EQ(graph.node(0).attrs.Get<Tensor>("value")->Ints(), (std::vector<int64_t>{9, 0}));
  EXPECT_FALSE(graph.node(0).attrs.Has("sparse_value"));
}

}  // namespace
}  // namespace assay::onnxio::graphs_test
