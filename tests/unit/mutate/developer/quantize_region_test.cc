#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(QuantizeRegion, QuantisesALayerWithItsWeights) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2,4,4]) -> (y) {
    w: float32[2,2,1,1] = [1, -2, 0.5, 0.25]
    y = Conv(x, w)
  })");
  bool per_channel = false, per_tensor = false;
  for (const ModelCase& mutant : Mutants("quantize-region", base)) {
    const Graph& graph = mutant.model.graph;
    EXPECT_NE(FirstOf(graph, "QuantizeLinear"), nullptr);
    const int made = ProducerOf(graph, FirstOf(graph, "Conv")->inputs[1]);
    if (made < 0) continue;  // only the result was quantised
    const Node& dequantize = graph.node(static_cast<size_t>(made));
    const Tensor& levels = *graph.initializer(dequantize.inputs[0]);
    const Tensor& scale = *graph.initializer(dequantize.inputs[1]);
    EXPECT_EQ(levels.IntAt(1), -127);  // the largest weight of all and of its channel
    (scale.rank() == 1 ? per_channel : per_tensor) = true;
    EXPECT_TRUE(scale.rank() == 0 || levels.IntAt(2) == 127);
  }
  EXPECT_TRUE(per_channel);
  EXPECT_TRUE(per_tensor);
}

TEST(QuantizeRegion, NeedsFloat32AndOpset10) {
  EXPECT_EQ(
      SiteCount("quantize-region", "model opset=9 graph (x: float32[2]) -> (y) { y = Relu(x) }"),
      0u);
  EXPECT_EQ(SiteCount("quantize-region", "graph (x: float64[2]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
