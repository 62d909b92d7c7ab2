#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ReorderConcat, PutsThePartsRight) {
  const ModelCase base =
      CaseOf(R"(graph (a: float32[2,1], b: float32[2,3], c: float32[2,2]) -> (y) {
    y = Concat<axis=-1>(a, b, c)
  })");
  for (const ModelCase& mutant : Mutants("reorder-concat", base, 10)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_THAT(OpsOf(graph), testing::ElementsAre("Concat", "Gather"));
    EXPECT_NE(graph.node(0).inputs[0], base.model.graph.inputs[0]);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

}  // namespace
}  // namespace assay::mutate::developer_tests
