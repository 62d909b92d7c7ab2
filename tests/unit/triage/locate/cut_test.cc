#include "triage/locate/cut.h"

#include <gtest/gtest.h>

#include <array>

#include "graph/text.h"

namespace assay::triage::locate {
namespace {

ModelCase Make(const std::string& text) {
  ModelCase out;
  out.model = ParseModelText(text).value();
  for (size_t i = 0; i < out.model.graph.inputs.size(); ++i)
    out.inputs.emplace_back(MakeTensor(DType::kFloat32, {}, std::array{static_cast<double>(i)}));
  return out;
}

ValueId Id(const ModelCase& model_case, const std::string& name) {
  return model_case.model.graph.Find(name);
}

TEST(Cut, KeepsWhatTheTensorNeedsAndNothingElse) {
  const ModelCase whole = Make(R"(graph (x, z) -> (q) {
    w: float32[] = 2
    a = Relu(x)
    b = Mul(z, w)
    c = Exp(a)
    q = Add(b, c)
  })");
  const ModelCase cut = CutAt(whole, {Id(whole, "c")});
  const Graph& graph = cut.model.graph;
  ASSERT_EQ(graph.node_count(), 2u);
  EXPECT_EQ(graph.node(1).op, "Exp");
  ASSERT_EQ(graph.inputs.size(), 1u);
  EXPECT_EQ(graph.name_of(graph.inputs[0]), "x");
  EXPECT_EQ(cut.inputs.size(), 1u);
  EXPECT_TRUE(graph.initializers().empty());
  EXPECT_TRUE(VerifyStructure(graph).ok());
}

TEST(Cut, KeepsTheInputsThatBelong) {
  const ModelCase whole = Make("graph (x, z) -> (q) { a = Relu(x)\n q = Exp(z) }");
  const ModelCase cut = CutAt(whole, {Id(whole, "q")});
  ASSERT_EQ(cut.inputs.size(), 1u);
  EXPECT_EQ(cut.inputs[0].tensor.RealAt(0), 1);
}

TEST(Cut, FirstNodesGiveOutTheirEnds) {
  const ModelCase whole =
      Make("graph (x) -> (q) { a = Relu(x)\n b = Exp(a)\n c = Neg(a)\n q = Add(b, c) }");
  const Graph graph = FirstNodes(whole, 3).model.graph;
  ASSERT_EQ(graph.outputs.size(), 2u);
  EXPECT_EQ(graph.name_of(graph.outputs[0]), "b");
  EXPECT_EQ(graph.name_of(graph.outputs[1]), "c");
  EXPECT_EQ(FirstNodes(whole, 4).model.graph.outputs, whole.model.graph.outputs);
}

TEST(Cut, SubgraphsKeepWhatTheyTake) {
  const ModelCase whole = Make(R"(graph (x, c) -> (q) {
    a = Relu(x)
    y = If<then_branch=graph () -> (p) { p = Exp(a) },
           else_branch=graph () -> (r) { r = Neg(a) }>(c)
    q = Abs(y)
  })");
  EXPECT_EQ(CutAt(whole, {Id(whole, "y")}).model.graph.node_count(), 2u);
}

}  // namespace
}  // namespace assay::triage::locate
