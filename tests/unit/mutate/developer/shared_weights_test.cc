#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(SharedWeights, TakesTheWeightsOfATwin) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2]) -> (y) {
    a: float32[2,2] = [1, 2, 3, 4]  b: float32[2,2] = [5, 6, 7, 8]
    h = MatMul(x, a)
    y = MatMul(h, b)
  })");
  for (const ModelCase& mutant : Mutants("shared-weights", base, 5)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_EQ(graph.node(0).inputs[1], graph.node(1).inputs[1]);
    EXPECT_EQ(graph.initializers().size(), 1u);
  }
}

TEST(SharedWeights, NeedsTheSamePlace) {
  // A mean must not become a variance.
  EXPECT_EQ(SiteCount("shared-weights", R"(graph (x: float32[1,2,1]) -> (y) {
    s: float32[2] = [1, 1]  b: float32[2] = [0, 0]  m: float32[2] = [-1, 0]  v: float32[2] = [1, 1]
    y = BatchNormalization(x, s, b, m, v)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
