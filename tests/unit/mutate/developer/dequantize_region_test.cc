#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(DequantizeRegion, DropsThePair) {
  const ModelCase base = CaseOf(R"(graph (x: float32[2]) -> (y) {
    s: float32[] = 0.1  z: int8[] = 0
    q = QuantizeLinear(x, s, z)
    d = DequantizeLinear(q, s, z)
    y = Relu(d)
  })");
  for (const ModelCase& mutant : Mutants("dequantize-region", base, 3)) {
    EXPECT_THAT(OpsOf(mutant.model.graph), testing::ElementsAre("Relu"));
    EXPECT_TRUE(mutant.model.graph.initializers().empty());
  }
}

TEST(DequantizeRegion, UnpacksWeightsPerAxis) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2]) -> (y) {
    q: int8[2,2] = [1, 2, 3, 4]  s: float32[2] = [0.5, 10]  z: int8[2] = [1, 0]
    w = DequantizeLinear<axis=1>(q, s, z)
    y = MatMul(x, w)
  })");
  for (const ModelCase& mutant : Mutants("dequantize-region", base, 3)) {
    const Graph& graph = mutant.model.graph;
    ASSERT_THAT(OpsOf(graph), testing::ElementsAre("MatMul"));
    const Tensor& weights = *graph.initializer(graph.node(0).inputs[1]);
    EXPECT_EQ(weights.RealAt(0), 0);
    EXPECT_EQ(weights.RealAt(1), 20);
    EXPECT_EQ(weights.RealAt(2), 1);
    EXPECT_EQ(weights.RealAt(3), 40);
  }
}

}  // namespace
}  // namespace assay::mutate::developer_tests
