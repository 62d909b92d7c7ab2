#include <gtest/gtest.h>

#include "graph/graph.h"
#include "graph/text.h"

namespace assay::verify_test {
namespace {

// x -> Relu -> y, to be broken by each test.
Graph Sound() {
  return *ParseGraphText("graph (x) -> (y) { w: float32[] = 1  a = Neg(x)  [last] y = Add(a, w) }");
}

std::string Problem(const Graph& graph, const Graph* outer = nullptr) {
  const Status status = VerifyStructure(graph, outer);
  return status.ok() ? "" : status.error().message;
}

void ExpectProblem(const Graph& graph, const std::string& part) {
  EXPECT_NE(Problem(graph).find(part), std::string::npos) << Problem(graph);
}

TEST(VerifyStructure, AcceptsSoundGraphs) {
  EXPECT_EQ(Problem(Sound()), "");
  EXPECT_EQ(Problem(Graph()), "");
}

TEST(VerifyStructure, UseBeforeDefinition) {
  Graph graph = Sound();
  const Node first = graph.node(0);
  graph.EraseNode(0);
  graph.AddNode(first);
  ExpectProblem(graph, "node 0 (Add, named 'last'): input 'a' is not defined before it is used");
}

TEST(VerifyStructure, CycleOfOneNode) {
  Graph graph = Sound();
  Node node = graph.node(0);
  node.inputs[0] = node.outputs[0];
  graph.SetNode(0, node);
  ExpectProblem(graph, "part of a cycle");
}

TEST(VerifyStructure, TwoProducers) {
  Graph graph = Sound();
  graph.AddNode(graph.node(1));
  ExpectProblem(graph, "output 'y' is defined twice");
  graph = Sound();
  Node node = graph.node(0);
  node.outputs[0] = graph.Find("x");
  graph.SetNode(0, node);
  ExpectProblem(graph, "output 'x' is defined twice");
}

TEST(VerifyStructure, IdsOutOfRange) {
  for (const ValueId bad : {ValueId{-2}, ValueId{99}}) {
    Graph graph = Sound();
    Node node = graph.node(0);
    node.inputs[0] = bad;
    graph.SetNode(0, node);
    ExpectProblem(graph, "an input refers to no value");
    node = Sound().node(0);
    node.outputs[0] = bad;
    graph.SetNode(0, node);
    ExpectProblem(graph, "an output refers to no value");
    graph = Sound();
    graph.outputs.push_back(bad);
    ExpectProblem(graph, "a graph output refers to no value");
    graph = Sound();
    graph.inputs.push_back(bad);
    ExpectProblem(graph, "a graph input refers to no value");
    graph = Sound();
    graph.SetInitializer(bad, Tensor(DType::kFloat32, Shape{}));
    ExpectProblem(graph, "an initializer belongs to no value");
  }
}

TEST(VerifyStructure, Names) {
  Graph graph = Sound();
  graph.AddValue("x");
  ExpectProblem(graph, "two values are named 'x'");
  graph = Sound();
  graph.AddValue("");
  ExpectProblem(graph, "empty name");
}

TEST(VerifyStructure, InputsAndOutputs) {
  Graph graph = Sound();
  graph.inputs.push_back(graph.inputs[0]);
  ExpectProblem(graph, "graph input 'x' is listed twice");
  graph = Sound();
  graph.outputs.push_back(graph.AddValue("loose"));
  ExpectProblem(graph, "graph output 'loose' is produced by no node");
}

TEST(VerifyStructure, AnInputMayHaveADefault) {
  Graph graph = Sound();
  graph.SetInitializer(graph.inputs[0], Tensor(DType::kFloat32, Shape{}));
  EXPECT_EQ(Problem(graph), "");
}

TEST(VerifyStructure, CapturedValues) {
  const Graph inner = *ParseGraphText("graph () -> (y) captures (x) { y = Neg(x) }");
  ExpectProblem(inner, "'x' is used but defined neither here nor in a graph around");
  const Graph outer = *ParseGraphText("graph (x) -> () {}");
  EXPECT_EQ(Problem(inner, &outer), "");
  Graph both = inner;
  both.inputs.push_back(both.Find("x"));
  EXPECT_NE(Problem(both, &outer).find("'x' is captured and also defined here"), std::string::npos);
}

TEST(VerifyStructure, SubgraphErrorsNameNodeAndSubgraph) {
  Graph inner = *ParseGraphText("graph body (i) -> (i) {}");
  inner.outputs.push_back(inner.AddValue("loose"));
  Graph graph = Sound();
  Node node = graph.node(0);
  node.attrs.Set("body", std::make_shared<const Graph>(inner));
  graph.SetNode(0, node);
  ExpectProblem(graph, "node 0 (Neg): subgraph 'body': graph output 'loose'");
  node.attrs.Set("body", GraphPtr());
  graph.SetNode(0, node);
  ExpectProblem(graph, "node 0 (Neg): a subgraph is missing");
}

TEST(VerifyStructure, SubgraphsUseOnlyWhatIsDefinedBefore) {
  Graph graph = *ParseGraphText(
      "graph (x) -> (y) { a = Neg(x)  y = If<b=graph () -> (z) { z = Neg(a) }>(x) }");
  EXPECT_EQ(Problem(graph), "");
  const Node first = graph.node(0);
  graph.EraseNode(0);
  graph.AddNode(first);
  ExpectProblem(graph, "subgraph 'g' uses 'a' before it is defined");
}

}  // namespace
}  // namespace assay::verify_test
