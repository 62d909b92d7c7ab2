#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ZeroSizeAxis, JoinsNothing) {
  const ModelCase base = CaseOf("graph (x: float32[2,3]) -> (y) { y = Tanh(x) }");
  bool worked_on = false;
  for (const ModelCase& mutant : Mutants("zero-size-axis", base)) {
    const Graph& graph = mutant.model.graph;
    const Node& slice = *FirstOf(graph, "Slice");
    EXPECT_EQ(ElementCount(*StaticShape(graph, slice.outputs[0])), 0);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
    worked_on = worked_on || graph.node_count() == 4;
  }
  EXPECT_TRUE(worked_on);
}

TEST(ZeroSizeAxis, NeedsAnAxis) {
  EXPECT_EQ(SiteCount("zero-size-axis", "graph (x: float32[]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
