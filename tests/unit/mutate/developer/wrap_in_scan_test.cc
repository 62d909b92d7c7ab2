#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(WrapInScan, GoesThroughTheFirstAxis) {
  const ModelCase base =
      CaseOf("graph (x: float32[3,2], z: float32[3,2]) -> (y) { a = Mul(x, z)  y = Tanh(a) }");
  for (const ModelCase& mutant : Mutants("wrap-in-scan", base)) {
    const Node* scan = FirstOf(mutant.model.graph, "Scan");
    ASSERT_NE(scan, nullptr);
    const Graph& body = **scan->attrs.Get<GraphPtr>("body");
    EXPECT_EQ(StaticShape(body, body.outputs[0]), (Shape{2}));
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
}

TEST(WrapInScan, NeedsEqualShapesAndANewOpset) {
  EXPECT_EQ(
      SiteCount("wrap-in-scan", "graph (x: float32[3,2], z: float32[2]) -> (y) { y = Mul(x, z) }"),
      0u);
  EXPECT_EQ(SiteCount("wrap-in-scan", "model opset=8 graph (x: float32[3]) -> (y) { y = Tanh(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
