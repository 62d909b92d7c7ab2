#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

constexpr std::string_view kBatchNorm = R"(graph (x: float32[1,4,3,3]) -> (y) {
  s: float32[4] = [1, 2, 3, 4]  b: float32[4] = fill(0)  m: float32[4] = fill(0)  v: float32[4] = fill(1)
  y = BatchNormalization(x, s, b, m, v)
})";

TEST(SwapNormalization, KeepsScaleAndBias) {
  for (const ModelCase& mutant : Mutants("swap-normalization", CaseOf(kBatchNorm))) {
    const Graph& graph = mutant.model.graph;
    EXPECT_EQ(FirstOf(graph, "BatchNormalization"), nullptr);
    EXPECT_NE(graph.Find("s"), kAbsent);
    EXPECT_NE(graph.initializer(graph.Find("s")), nullptr);
    EXPECT_EQ(graph.initializer(graph.Find("v")), nullptr);  // nobody uses the variance any more
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 4, 3, 3}));
  }
}

TEST(SwapNormalization, TransposesAroundLayerNormalization) {
  bool seen = false;
  for (const ModelCase& mutant : Mutants("swap-normalization", CaseOf(kBatchNorm))) {
    if (FirstOf(mutant.model.graph, "LayerNormalization") == nullptr) continue;
    seen = true;
    EXPECT_THAT(OpsOf(mutant.model.graph),
                testing::ElementsAre("Transpose", "LayerNormalization", "Transpose"));
  }
  EXPECT_TRUE(seen);
}

TEST(SwapNormalization, NeedsOneNumberPerFeature) {
  EXPECT_EQ(SiteCount("swap-normalization", R"(graph (x: float32[2,4]) -> (y) {
    s: float32[2,4] = fill(1)  b: float32[2,4] = fill(0)
    y = LayerNormalization<axis=0>(x, s, b)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
