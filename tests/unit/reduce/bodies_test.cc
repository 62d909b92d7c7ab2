#include "fake.h"

namespace assay::reduce::bodies_test {
namespace {

using Names = std::vector<std::string>;

TEST(Bodies, ABranchTakesThePlaceOfItsIf) {
  const ModelCase start = CaseOf(
      "graph (c: bool[], x: float32[2]) -> (y: float32[2]) {\n y = If<\n"
      " then_branch=graph t () -> (p) captures (x) { p = Relu(x) },\n"
      " else_branch=graph e () -> (q) captures (x) { q = Neg(x) }>(c)\n}");
  const ModelCase small = AfterPass(
      "bodies", start, [](const ModelCase& now) { return Has(now, "Neg") || Has(now, "If"); });
  EXPECT_EQ(Ops(small), Names{"Neg"});
}

TEST(Bodies, ALoopIsRunOnce) {
  const ModelCase start = CaseOf(
      "graph (x: float32[2]) -> (y: float32[2]) {\n n: int64[] = 3\n go: bool[] = true\n"
      " y = Loop<body=graph b (i: int64[], c: bool[], v: float32[2]) -> (d, w) {\n"
      " d = Identity(c)\n w = Neg(v) }>(n, go, x)\n}");
  const ModelCase small = AfterPass(
      "bodies", start, [](const ModelCase& now) { return Has(now, "Neg") || Has(now, "Loop"); });
  EXPECT_EQ(Ops(small), Names{"Neg"});
}

TEST(Bodies, ABodyThatIsNeededIsThinnedOut) {
  const ModelCase start = CaseOf(
      "graph (c: bool[], x: float32[2]) -> (y: float32[2]) {\n y = If<\n"
      " then_branch=graph t () -> (p) captures (x) { o = Abs(x)\n p = Relu(o) },\n"
      " else_branch=graph e () -> (q) captures (x) { q = Neg(x) }>(c)\n}");
  const ModelCase small =
      AfterPass("bodies", start, [](const ModelCase& now) { return Has(now, "If"); });
  const GraphPtr* branch = FindNode(small, "If")->attrs.Get<GraphPtr>("then_branch");
  EXPECT_EQ((*branch)->node_count(), 1u);
}

}  // namespace
}  // namespace assay::reduce::bodies_test
