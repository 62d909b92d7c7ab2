#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(WrapInLoop, RunsTheRegionOnce) {
  const ModelCase base = CaseOf("graph (x: float32[2]) -> (y, z) { y = Relu(x)  z = Neg(y) }");
  for (const ModelCase& mutant : Mutants("wrap-in-loop", base)) {
    EXPECT_NE(FirstOf(mutant.model.graph, "Loop"), nullptr);
    EXPECT_NE(FirstOf(mutant.model.graph, "Squeeze"), nullptr);
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
    EXPECT_EQ(mutant.model.graph.name_of(mutant.model.graph.outputs[0]), "y");
  }
}

TEST(WrapInLoop, RepeatCarriesTheState) {
  const ModelCase base = CaseOf("graph (x: float32[1]) -> (y) { c: float32[] = 3  y = Add(x, c) }");
  for (const ModelCase& mutant : Mutants("repeat-in-loop", base, 5)) {
    EXPECT_THAT(OpsOf(mutant.model.graph), testing::ElementsAre("Loop"));
    EXPECT_NEAR(FirstOutput(mutant)[0], base.inputs[0].tensor.RealAt(0) + 6, 1e-5);
  }
}

TEST(WrapInLoop, RepeatNeedsTheSameShape) {
  EXPECT_EQ(SiteCount("repeat-in-loop", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,4] = fill(1)
    y = MatMul(x, w)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
