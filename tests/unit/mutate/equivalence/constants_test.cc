#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ConstantFold, TakesExactResultsOnly) {
  const Model m = Apply("constant-fold", R"(graph (x: float32[2]) -> (y) {
    a: float32[2] = [1, 2]  b: float32[2] = [0.5, 4]  s = Add(a, b)  y = Mul(x, s) })");
  EXPECT_EQ(Ops(m), "Mul");
  EXPECT_EQ(m.graph.initializer(Last(m, "Mul").inputs[1])->RealAt(1), 6);
  const auto rounded =
      R"(graph (x: float32[2]) -> (y) { a: float32[2] = [1, 3]  s = Exp(a)  y = Mul(x, s) })";
  Rng rng(0);
  EXPECT_FALSE(Mutate(SampleCase(rounded, 1), *FindMutator("constant-fold"), rng).ok());
}

TEST(Constants, MoveBetweenNodesAndInitializers) {
  EXPECT_EQ(OpsAfter("initializer-as-constant",
                     "graph (x: float32[2]) -> (y) { k: float32[2] = [1, 2]  y = Add(x, k) }"),
            "Constant Add");
  const Model m = Apply("constant-as-initializer", R"(graph (x: float32[2]) -> (y) {
    k = Constant<value_floats=[1.0, 2.5]>()  y = Add(x, k) })");
  EXPECT_EQ(Ops(m), "Add");
  EXPECT_EQ(m.graph.initializer(m.graph.Find("k"))->RealAt(1), 2.5);
}

TEST(Constants, DefaultsOfInputsAreNotConstant) {
  EXPECT_EQ(
      SiteCount(
          "initializer-as-constant",
          "graph (x: float32[2], k: float32[2]) -> (y) { k: float32[2] = [1, 2]  y = Add(x, k) }"),
      0u);
}

TEST(InitializerUnshare, GivesOneUserItsOwn) {
  const Model m = Apply("initializer-unshare", R"(graph (x: float32[2]) -> (y) {
    k: float32[2] = [1, 2]  a = Add(x, k)  y = Mul(a, k) })");
  EXPECT_NE(Last(m, "Add").inputs[1], Last(m, "Mul").inputs[1]);
  EXPECT_EQ(m.graph.initializers().size(), 2u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
