#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(UnusedBranch, AddsWhatNobodyUses) {
  const ModelCase base = CaseOf("graph (x: float32[2,2]) -> (y) { y = Tanh(x) }");
  for (const ModelCase& mutant : Mutants("unused-branch", base, 20)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_GT(graph.node_count(), 1u);
    EXPECT_EQ(UseCount(graph, graph.node(graph.node_count() - 1).outputs[0]), 0);
    EXPECT_TRUE(graph.outputs == base.model.graph.outputs);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

}  // namespace
}  // namespace assay::mutate::developer_tests
