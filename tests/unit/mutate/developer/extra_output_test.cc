#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ExtraOutput, AppendsAnOutput) {
  const ModelCase base = CaseOf("graph (x: float32[2]) -> (y) { a = Relu(x)  y = Neg(a) }");
  for (const ModelCase& mutant : Mutants("extra-output", base, 3)) {
    const Graph& graph = mutant.model.graph;
    ASSERT_EQ(graph.outputs.size(), 2u);
    EXPECT_EQ(graph.name_of(graph.outputs[0]), "y");
    EXPECT_EQ(graph.name_of(graph.outputs[1]), "a");
  }
}

TEST(ExtraOutput, NeedsAnIntermediateTensor) {
  EXPECT_EQ(SiteCount("extra-output", "graph (x: float32[2]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
