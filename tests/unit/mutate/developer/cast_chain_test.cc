#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(CastChain, GoesThroughWiderTypesOnly) {
  const ModelCase base = CaseOf("graph (x: int8[3]) -> (y) { y = Neg(x) }");
  for (const ModelCase& mutant : Mutants("cast-chain", base)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_EQ(graph.node(graph.node_count() - 1).op, "Cast");
    EXPECT_EQ(DTypeOf(graph, graph.outputs[0]), DType::kInt8);
    for (size_t i = 1; i + 1 < graph.node_count(); ++i)
      EXPECT_GT(BitWidth(DTypeOf(graph, graph.node(i).outputs[0])), 8);
  }
}

TEST(CastChain, NothingIsWiderThanFloat64) {
  EXPECT_EQ(SiteCount("cast-chain", "graph (x: float64[3]) -> (y) { y = Neg(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
