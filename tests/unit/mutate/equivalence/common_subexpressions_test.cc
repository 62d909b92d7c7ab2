#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(DuplicateNode, SharesTheConsumers) {
  const std::string_view text =
      R"(graph (x: float32[2]) -> (a, b) { e = Exp(x)  a = Neg(e)  b = Mul(e, e) })";
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const Model m = Apply("duplicate-node", text, seed);
    EXPECT_EQ(Ops(m), "Exp Exp Neg Mul");
    EXPECT_NE(Last(m, "Neg").inputs[0], Last(m, "Mul").inputs[0]);
    EXPECT_EQ(Last(m, "Mul").inputs[0], Last(m, "Mul").inputs[1]);
  }
}

TEST(DuplicateNode, LeavesRandomNumbersAlone) {
  EXPECT_EQ(SiteCount("duplicate-node", R"(graph (x: float32[2]) -> (a, b) {
    e = RandomNormalLike(x)  a = Neg(e)  b = Abs(e) })"),
            0u);
}

TEST(MergeEqual, NeedsTheSameAttributes) {
  EXPECT_EQ(OpsAfter("merge-equal",
                     R"(graph (x: float32[2]) -> (y) { a = Exp(x)  b = Exp(x)  y = Add(a, b) })"),
            "Exp Add");
  EXPECT_EQ(SiteCount("merge-equal", R"(graph (x: float32[2]) -> (y) {
    a = LeakyRelu<alpha=0.5>(x)  b = LeakyRelu<alpha=0.25>(x)  y = Add(a, b) })"),
            0u);
  EXPECT_EQ(SiteCount("merge-equal", "graph (x: float32[2]) -> (a, b) { a = Exp(x)  b = Exp(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
