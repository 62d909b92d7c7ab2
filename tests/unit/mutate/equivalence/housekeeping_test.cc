#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kChain =
    "graph (x: float32[2], z: float32[2]) -> (y) { a = Exp(x)  b = Neg(z)  y = Add(a, b) }";

TEST(DeadCode, IsUsedByNobody) {
  const Model m = Apply("dead-code", kChain);
  EXPECT_GT(m.graph.node_count(), 3u);
  EXPECT_EQ(m.graph.name_of(m.graph.outputs[0]), "y");
}

TEST(RenameValues, KeepsWhatTheCallerKnows) {
  const Model m = Apply("rename-values", kChain);
  EXPECT_EQ(Ops(m), "Exp Neg Add");
  EXPECT_EQ(m.graph.Find("a"), kAbsent);
  EXPECT_NE(m.graph.Find("x"), kAbsent);
  EXPECT_NE(m.graph.Find("y"), kAbsent);
}

TEST(ReorderNodes, AChainHasOneOrderOnly) {
  EXPECT_EQ(SiteCount("reorder-nodes", "graph (x: float32[2]) -> (y) { a = Exp(x)  y = Neg(a) }"),
            0u);
}

TEST(ReorderNodes, FindsTheOtherOrder) {
  EXPECT_EQ(OpsAfter("reorder-nodes", kChain), "Neg Exp Add");
  EXPECT_EQ(SiteCount("reorder-nodes", R"(graph (x: float32[2]) -> (y, r) {
    y = Exp(x)  r = RandomNormalLike(x) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
