#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(WrapInIf, MovesTheRegionIntoBothBranches) {
  const ModelCase base =
      CaseOf("graph (x: float32[2]) -> (y) { w: float32[2] = [1, 2]  a = Mul(x, w)  y = Relu(a) }");
  bool whole = false;
  for (const ModelCase& mutant : Mutants("wrap-in-if", base)) {
    const Node* node = FirstOf(mutant.model.graph, "If");
    ASSERT_NE(node, nullptr);
    const Graph& branch = **node->attrs.Get<GraphPtr>("then_branch");
    whole = whole || branch.node_count() == 2;
    EXPECT_FALSE(branch.captured.empty());
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
  EXPECT_TRUE(whole);
}

TEST(WrapInIf, NamesAreNewInside) {
  const ModelCase base = CaseOf("graph (x: float32[2]) -> (y) { y = Relu(x) }");
  for (const ModelCase& mutant : Mutants("wrap-in-if", base, 5)) {
    const Node* node = FirstOf(mutant.model.graph, "If");
    const Graph& branch = **node->attrs.Get<GraphPtr>("then_branch");
    EXPECT_EQ(mutant.model.graph.Find(branch.name_of(branch.outputs[0])), kAbsent);
  }
}

TEST(WrapInIf, KeepsNodesWithSubgraphsOutside) {
  EXPECT_EQ(SiteCount("wrap-in-if", R"(graph (x: float32[2], c: bool[]) -> (y) {
    y = If<then_branch=graph () -> (a) { a = Neg(x) }, else_branch=graph () -> (b) { b = Abs(x) }>(c)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
