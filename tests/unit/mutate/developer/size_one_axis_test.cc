#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(SizeOneAxis, WorksThroughAnAxisOfSizeOne) {
  const ModelCase base = CaseOf(
      "graph (x: float32[2,3], z: float32[3], c: float32[]) -> (y) { a = Add(x, z)  y = Mul(a, c) "
      "}");
  for (const ModelCase& mutant : Mutants("size-one-axis", base)) {
    const Graph& graph = mutant.model.graph;
    const Node& squeeze = *FirstOf(graph, "Squeeze");
    EXPECT_EQ(StaticShape(graph, squeeze.inputs[0])->size(), 3u);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

TEST(SizeOneAxis, LeavesOtherOperatorsAlone) {
  EXPECT_EQ(SiteCount("size-one-axis", "graph (x: float32[2,3]) -> (y) { y = Softmax(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
