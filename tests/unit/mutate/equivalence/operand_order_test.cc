#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(Commute, SwapsTheOperands) {
  const Model m = Apply("commute", "graph (x: float32[2], z: float32[2]) -> (y) { y = Add(x, z) }");
  EXPECT_EQ(m.graph.name_of(m.graph.node(0).inputs[0]), "z");
}

TEST(Commute, LeavesTheRestAlone) {
  EXPECT_EQ(SiteCount("commute", R"(graph (x: float32[2], z: float32[2]) -> (a, b, c) {
    a = Sub(x, z)  b = Max(x, z)  c = Add(x, x) })"),
            0u);
}

TEST(Reassociate, BothWays) {
  const std::string_view left = R"(graph (a: float32[2], b: float32[2], c: float32[2]) -> (y) {
    s = Add(a, b)  y = Add(s, c) })";
  const Model m = Apply("reassociate", left);
  ASSERT_EQ(Ops(m), "Add Add");
  EXPECT_EQ(m.graph.name_of(m.graph.node(0).inputs[0]), "b");
  EXPECT_EQ(m.graph.name_of(m.graph.node(1).inputs[0]), "a");
  EXPECT_EQ(
      SiteCount("reassociate", R"(graph (a: int8[2]) -> (y) { s = Add(a, a)  y = Add(s, a) })"),
      0u);
}

TEST(Distribute, NeedsAFiniteConstant) {
  EXPECT_EQ(OpsAfter("distribute", R"(graph (a: float32[2], b: float32[2]) -> (y) {
    k: float32[] = 3  s = Sub(a, b)  y = Mul(s, k) })"),
            "Mul Mul Sub");
  EXPECT_EQ(SiteCount("distribute", R"(graph (a: float32[2], b: float32[2]) -> (y) {
    k: float32[] = inf  s = Sub(a, b)  y = Mul(s, k) })"),
            0u);
  EXPECT_EQ(SiteCount("distribute", R"(graph (a: float32[2], b: float32[2]) -> (y) {
    s = Sub(a, b)  y = Mul(s, a) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
