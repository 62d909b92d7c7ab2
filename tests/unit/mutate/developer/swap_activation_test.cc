#include "apply.h"

namespace assay::mutate::developer_tests::swap_activation_test {
namespace {

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { a = Relu(x)  y = Neg(a) }";

TEST(SwapActivation, PutsAnotherActivationInPlace) {
  const ModelCase base = CaseOf(kRelu);
  for (const ModelCase& mutant : Mutants("swap-activation", base)) {
    EXPECT_EQ(FirstOf(mutant.model.graph, "Relu"), nullptr);
    EXPECT_EQ(mutant.model.graph.node(mutant.model.graph.node_count() - 1).op, "Neg");
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{2, 3}));
  }
}

TEST(SwapActivation, OffersManyKinds) {
  const auto mutants = Mutants("swap-activation", CaseOf(kRelu), 200);
  for (const std::string_view op : {"LeakyRelu", "Gelu", "HardSwish", "Clip", "PRelu", "Erf"})
    EXPECT_TRUE(AnyHas(mutants, op)) << op;
}

TEST(SwapActivation, KeepsToTheOpset) {
  const auto mutants = Mutants(
      "swap-activation", CaseOf("model opset=9 graph (x: float32[3]) -> (y) { y = Relu(x) }"), 100);
  EXPECT_FALSE(AnyHas(mutants, "Gelu"));
  EXPECT_FALSE(AnyHas(mutants, "Celu"));
}

TEST(SwapActivation, LeavesSoftmaxAndGuardedValuesAlone) {
  EXPECT_EQ(SiteCount("swap-activation", "graph (x: float32[2,3]) -> (y) { y = Softmax(x) }"), 0u);
  // A negative number under the root would be NaN.
  EXPECT_EQ(
      SiteCount("swap-activation", "graph (x: float32[3]) -> (y) { a = Relu(x)  y = Sqrt(a) }"),
      0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests::swap_activation_test
