#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ChangeLayout, MovesChannelsAndAxes) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,4,2,3]) -> (y) {
    y = Softmax<axis=1>(x)
  })");
  for (const ModelCase& mutant : Mutants("change-layout", base, 5)) {
    const Graph& graph = mutant.model.graph;
    ASSERT_THAT(OpsOf(graph), testing::ElementsAre("Transpose", "Softmax", "Transpose"));
    EXPECT_EQ(StaticShape(graph, graph.node(1).outputs[0]), (Shape{1, 2, 3, 4}));
    EXPECT_EQ(*graph.node(1).attrs.Get<int64_t>("axis"), 3);
    const std::vector<double> before = FirstOutput(base), after = FirstOutput(mutant);
    for (size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-6);
  }
}

TEST(ChangeLayout, TransposesConstants) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2,2,2]) -> (y) {
    b: float32[2,1,1] = [10, 20]
    y = Add(x, b)
  })");
  for (const ModelCase& mutant : Mutants("change-layout", base, 5)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_EQ(StaticShape(graph, graph.node(1).inputs[1]), (Shape{1, 1, 1, 2}));
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

TEST(ChangeLayout, LeavesOldSoftmaxAlone) {
  EXPECT_EQ(
      SiteCount("change-layout",
                "model opset=11 graph (x: float32[1,4,2,3]) -> (y) { y = Softmax<axis=1>(x) }"),
      0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
