#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(AddResidual, AddsTheInputWhereShapesAgree) {
  const ModelCase base = CaseOf("graph (x: float32[2,3]) -> (y) { y = Tanh(x) }");
  for (const ModelCase& mutant : Mutants("add-residual", base, 5)) {
    EXPECT_THAT(OpsOf(mutant.model.graph), testing::ElementsAre("Tanh", "Add"));
    const std::vector<double> before = FirstOutput(base), after = FirstOutput(mutant);
    for (size_t i = 0; i < before.size(); ++i)
      EXPECT_NEAR(after[i], before[i] + base.inputs[0].tensor.RealAt(static_cast<int64_t>(i)),
                  1e-6);
  }
}

TEST(AddResidual, ProjectsWhereTheyDiffer) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2,8,8]) -> (y) {
    w: float32[6,2,3,3] = fill(0.1)
    y = Conv<pads=[1,1,1,1], strides=[2,2]>(x, w)
  })");
  for (const ModelCase& mutant : Mutants("add-residual", base, 5)) {
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 6, 4, 4}));
    EXPECT_EQ(OpsOf(mutant.model.graph).size(), 4u);  // the layer, pooling, projection, sum
  }
}

}  // namespace
}  // namespace assay::mutate::developer_tests
