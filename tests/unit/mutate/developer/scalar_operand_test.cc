#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ScalarOperand, AddsARankZeroConstant) {
  const ModelCase base = CaseOf("graph (x: float32[2]) -> (y) { y = Tanh(x) }");
  for (const ModelCase& mutant : Mutants("scalar-operand", base)) {
    const Graph& graph = mutant.model.graph;
    ASSERT_EQ(graph.node_count(), 2u);
    const Node& node = graph.node(1);
    const bool first = graph.initializer(node.inputs[0]) != nullptr;
    EXPECT_EQ(graph.initializer(node.inputs[first ? 0 : 1])->rank(), 0);
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{2}));
  }
}

TEST(ScalarOperand, StaysAwayFromIndices) {
  EXPECT_EQ(SiteCount("scalar-operand", R"(graph (x: float32[2], d: float32[9]) -> (y) {
    a = Relu(x)
    i = Cast<to=int64>(a)
    y = Gather(d, i)
  })"),
            1u);  // the result of Gather
}

}  // namespace
}  // namespace assay::mutate::developer_tests
