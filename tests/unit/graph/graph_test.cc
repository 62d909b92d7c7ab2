#include "graph/graph.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay {
namespace {

Graph Chain() {
  return *ParseGraphText(R"(
    graph chain (x: float32[2]) -> (y) {
      w: float32[2] = [1, 2]
      a = Add(x, w)
      y = Relu(a)
    })");
}

TEST(Graph, FindsValuesByName) {
  Graph graph = Chain();
  EXPECT_EQ(graph.name_of(graph.Find("a")), "a");
  EXPECT_EQ(graph.Find("b"), kAbsent);
  const ValueId b = graph.AddValue("b");
  EXPECT_EQ(graph.Find("b"), b);
}

TEST(Graph, FindFollowsRenamesAndTypes) {
  Graph graph = Chain();
  const ValueId a = graph.Find("a");
  graph.Rename(a, "renamed");
  EXPECT_EQ(graph.Find("renamed"), a);
  EXPECT_EQ(graph.Find("a"), kAbsent);
  graph.SetType(a, TensorType(DType::kInt64));
  EXPECT_EQ(graph.Find("renamed"), a);
  EXPECT_EQ(graph.type(a), ValueType(TensorType(DType::kInt64)));
  EXPECT_EQ(graph.Find("y"), graph.outputs[0]);
}

TEST(Graph, FindWorksAfterDuplicatesAreRenamed) {
  Graph graph;
  const ValueId first = graph.AddValue("a"), second = graph.AddValue("a");
  EXPECT_EQ(graph.Find("a"), first);
  graph.Rename(first, "b");
  EXPECT_EQ(graph.Find("a"), second);
  EXPECT_EQ(graph.Find("b"), first);
}

TEST(Graph, CopiesAreIndependentAndShareNodesAndWeights) {
  const Graph graph = Chain();
  (void)graph.Find("a");  // makes the index that a copy must not take over
  Graph copy = graph;
  copy.Rename(copy.Find("a"), "z");
  EXPECT_EQ(graph.name_of(graph.Find("a")), "a");
  EXPECT_EQ(copy.Find("a"), kAbsent);
  EXPECT_EQ(copy.nodes()[0], graph.nodes()[0]);
  EXPECT_TRUE(
      copy.initializer(copy.Find("w"))->SharesDataWith(*graph.initializer(graph.Find("w"))));
}

TEST(Graph, MovingLeavesAGraphThatCanBeUsedAgain) {
  Graph graph = Chain();
  (void)graph.Find("a");
  Graph moved = std::move(graph);
  EXPECT_NE(moved.Find("a"), kAbsent);
  graph = Graph();
  EXPECT_EQ(graph.Find("a"), kAbsent);
  graph.AddValue("q");
  EXPECT_EQ(graph.Find("q"), 0);
}

TEST(Graph, FreshNamesAreNew) {
  Graph graph = Chain();
  EXPECT_EQ(graph.FreshName("new"), "new");
  EXPECT_EQ(graph.FreshName("a"), "a_1");
  graph.AddValue("a_1");
  EXPECT_EQ(graph.FreshName("a"), "a_2");
  EXPECT_NE(graph.FreshName(""), "");
}

TEST(Graph, EditsNodes) {
  Graph graph = Chain();
  Node neg = graph.node(1);
  neg.op = "Neg";
  graph.SetNode(1, neg);
  EXPECT_EQ(graph.node(1).op, "Neg");
  graph.EraseNode(1);
  EXPECT_EQ(graph.node_count(), 1u);
  graph.InsertNode(0, neg);
  EXPECT_EQ(graph.node(0).op, "Neg");
}

TEST(Graph, Producers) {
  const Graph graph = Chain();
  const std::vector<int> producers = graph.Producers();
  EXPECT_EQ(producers[static_cast<size_t>(graph.Find("x"))], -1);
  EXPECT_EQ(producers[static_cast<size_t>(graph.Find("w"))], -1);
  EXPECT_EQ(producers[static_cast<size_t>(graph.Find("a"))], 0);
  EXPECT_EQ(producers[static_cast<size_t>(graph.Find("y"))], 1);
}

TEST(Graph, EqualityIgnoresIds) {
  const Graph a =
      *ParseGraphText("graph (x) -> (y) { u: float32[] = 1  v: float32[] = 2  y = Op(x, u, v) }");
  const Graph b =
      *ParseGraphText("graph (x) -> (y) { v: float32[] = 2  u: float32[] = 1  y = Op(x, u, v) }");
  EXPECT_EQ(a, b);
}

TEST(Graph, EqualitySeesEveryDifference) {
  const char* const base = "graph (x) -> (y) { w: float32[] = 1  y = Op<k=1>(x, w) }";
  const Graph graph = *ParseGraphText(base);
  EXPECT_EQ(graph, *ParseGraphText(base));
  for (const char* const other :
       {"graph h (x) -> (y) { w: float32[] = 1  y = Op<k=1>(x, w) }",
        "graph (x: float32) -> (y) { w: float32[] = 1  y = Op<k=1>(x, w) }",
        "graph (x) -> (y) { w: float32[] = 2  y = Op<k=1>(x, w) }",
        "graph (x) -> (y) { w: float32[] = 1  y = Op<k=2>(x, w) }",
        "graph (x) -> (y) { w: float32[] = 1  y = Op<k=1>(x, w, _) }",
        "graph (x) -> (y) { w: float32[] = 1  [n] y = Op<k=1>(x, w) }",
        "graph (x) -> (y) { w: float32[] = 1  y = d::Op<k=1>(x, w) }",
        "graph (x) -> (y) { w: float32[] = 1  y = Op:o<k=1>(x, w) }",
        "graph (x, w) -> (y) { y = Op<k=1>(x, w) }"}) {
    const auto parsed = ParseGraphText(other);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    EXPECT_FALSE(graph == *parsed) << other;
  }
}

TEST(Model, OpsetsAndFunctions) {
  const Model model = *ParseModelText(R"(
    model opset=18 opset m=1
    graph (x) -> (y) { y = m::F(x)  z = m::F:two(x)  w = F(x) }
    function m::F(x) -> (y) { y = Neg(x) }
    function m::F:two(x) -> (y) { y = Abs(x) })");
  EXPECT_EQ(model.opset(""), 18);
  EXPECT_EQ(model.opset("ai.onnx"), 18);
  EXPECT_EQ(model.opset("m"), 1);
  EXPECT_EQ(model.opset("none"), 0);
  EXPECT_EQ(model.FindFunction(model.graph.node(0)), &model.functions[0]);
  EXPECT_EQ(model.FindFunction(model.graph.node(1)), &model.functions[1]);
  EXPECT_EQ(model.FindFunction(model.graph.node(2)), nullptr);
}

}  // namespace
}  // namespace assay
