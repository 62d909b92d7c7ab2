#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(DynamicDimension, NamesASize) {
  const ModelCase base = CaseOf("graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  for (const ModelCase& mutant : Mutants("dynamic-dimension", base, 5)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_FALSE(StaticShape(graph, graph.inputs[0]).has_value());
    EXPECT_TRUE(mutant.inputs == base.inputs);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

TEST(DynamicDimension, LeavesDefaultsAndRanklessOutputsAlone) {
  // Without the sizes nobody knows which axes Squeeze drops.
  const ModelCase base = CaseOf("graph (x: float32[1]) -> (y) { y = Squeeze(x) }");
  Rng rng(1);
  EXPECT_FALSE(Mutate(base, Named("dynamic-dimension"), rng).ok());
  EXPECT_EQ(SiteCount("dynamic-dimension",
                      "graph (x: float32[2]) -> (y) { x: float32[2] = [1, 2]  y = Relu(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
