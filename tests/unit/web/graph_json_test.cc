#include "web/graph_json.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "graph/text.h"
#include "ops/infer.h"

namespace assay::web {
namespace {

using nlohmann::json;

Graph Parsed(const std::string& text) {
  Model model = ParseModelText(text).value();
  EXPECT_TRUE(ops::InferTypes(model).ok());
  return model.graph;
}

const json* Find(const json& list, const char* key, const std::string& value) {
  for (const json& one : list)
    if (one[key] == value) return &one;
  return nullptr;
}

TEST(GraphJson, DrawsNodesTensorsAndWeights) {
  const Graph graph = Parsed(R"(model ir=8 opset=17
graph g (x: float32[2,n]) -> (y: float32[2,n]) {
  slope: float32[1] = [0.5]
  a: float32[2,n] = LeakyRelu<alpha=0.25>(x)
  [last] y = PRelu(a, slope)
})");
  const json out = GraphJson(graph, {"a"}, "a");
  ASSERT_EQ(out["nodes"].size(), 2u);
  const json& leaky = out["nodes"][0];
  EXPECT_EQ(leaky["op"], "LeakyRelu");
  EXPECT_EQ(leaky["attributes"]["alpha"], "0.25");
  EXPECT_EQ(leaky["wrong"], true);
  EXPECT_EQ(out["nodes"][1]["name"], "last");
  EXPECT_EQ(out["nodes"][1]["attributes"]["slope"], "float32[1] = [0.5]");
  EXPECT_EQ(out["nodes"][1]["wrong"], false);
  ASSERT_EQ(out["inputs"].size(), 1u);
  EXPECT_EQ(out["inputs"][0]["shape"], "[2,n]");
  // From the input, between the nodes, to the output: every end is known, weights are no edges.
  ASSERT_EQ(out["edges"].size(), 3u);
  const json* between = Find(out["edges"], "tensor", "a");
  ASSERT_NE(between, nullptr);
  EXPECT_EQ((*between)["from"], leaky["id"]);
  EXPECT_EQ((*between)["to"], out["nodes"][1]["id"]);
  EXPECT_EQ((*between)["type"], "float32");
  EXPECT_EQ((*between)["wrong"], true);
  EXPECT_EQ((*Find(out["edges"], "tensor", "x"))["from"], out["inputs"][0]["id"]);
  EXPECT_EQ((*Find(out["edges"], "tensor", "y"))["to"], out["outputs"][0]["id"]);
}

TEST(GraphJson, OperandsKeepTheirOrder) {
  const Graph graph = Parsed(R"(model ir=8 opset=17
graph g (x: float32[2], z: float32[2]) -> (y: float32[2], v: float32[2]) {
  high: float32[] = 1
  a: float32[2] = Sub(z, x)
  b: float32[2] = Div(a, a)
  y = Clip(b, _, high)
  v = Sub(x, z)
})");
  const json out = GraphJson(graph, {});
  const auto names = [&](size_t node) {
    std::vector<std::string> all;
    for (const json& operand : out["nodes"][node]["operands"]) all.push_back(operand["name"]);
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(0), (Names{"z", "x"}));
  EXPECT_EQ(names(1), (Names{"a", "a"}));
  EXPECT_EQ(names(2), (Names{"b", "", "high"}));
  EXPECT_EQ(names(3), (Names{"x", "z"}));
  const json& weight = out["nodes"][2]["operands"][2];
  EXPECT_EQ(out["nodes"][2]["attributes"][weight["attribute"].get<std::string>()], "float32[] = 1");
  EXPECT_EQ(out["nodes"][1]["results"][0]["name"], "b");
  EXPECT_EQ(out["nodes"][1]["results"][0]["shape"], "[2]");
  std::vector<int> into_div;
  for (const json& edge : out["edges"])
    if (edge["to"] == "n1") into_div.push_back(edge["operand"].get<int>());
  EXPECT_EQ(into_div, (std::vector<int>{0, 1}));
  // An output of the graph has no operands.
  EXPECT_FALSE(Find(out["edges"], "to", "o0")->contains("operand"));
}

TEST(GraphJson, BodiesTakeTensorsFromAround) {
  const Graph graph = Parsed(R"(model ir=8 opset=17
graph g (c: bool[], x: float32[2]) -> (y: float32[2]) {
  a: float32[2] = Abs(x)
  y = If<then_branch=graph t () -> (p: float32[2]) captures (a: float32[2]) { p = Relu(a) }, else_branch=graph e () -> (q: float32[2]) captures (a: float32[2]) { q = Neg(a) }>(c)
})");
  const json out = GraphJson(graph, {});
  size_t from_abs = 0;
  for (const json& edge : out["edges"])
    from_abs += edge["from"] == "n0" && edge["to"] == "n1" ? 1 : 0;
  EXPECT_GE(from_abs, 1u) << out["edges"].dump(1);
  EXPECT_EQ(out["nodes"][1]["attributes"]["then_branch"], "a graph of 1 node");
}

TEST(GraphJson, HostileNamesAreData) {
  const std::string evil = "<script>alert(1)</script>";
  Graph graph;
  const ValueId x = graph.AddValue(evil, TensorType(DType::kFloat32, Shape{1}));
  const ValueId y = graph.AddValue("y");
  graph.inputs = {x};
  graph.outputs = {y};
  Node node;
  node.op = evil;
  node.inputs.push_back(x);
  node.outputs.push_back(y);
  node.attrs.Set("a", evil);
  graph.AddNode(node);
  const json out = GraphJson(graph, {});
  EXPECT_EQ(out["nodes"][0]["op"], evil);
  EXPECT_EQ(out["nodes"][0]["attributes"]["a"], evil);
  EXPECT_EQ(out["inputs"][0]["name"], evil);
}

TEST(GraphJson, TooLargeToDrawIsSaid) {
  Graph graph;
  ValueId last = graph.AddValue("x");
  graph.inputs = {last};
  for (int i = 0; i < 1501; ++i) {
    Node node;
    node.op = "Abs";
    node.inputs.push_back(last);
    last = graph.AddValue(StrCat("v", i));
    node.outputs.push_back(last);
    graph.AddNode(node);
  }
  graph.outputs = {last};
  const json out = GraphJson(graph, {});
  EXPECT_FALSE(out.contains("nodes"));
  EXPECT_NE(out["note"].get<std::string>().find("1501"), std::string::npos);
}

}  // namespace
}  // namespace assay::web
