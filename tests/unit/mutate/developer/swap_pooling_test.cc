#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

constexpr std::string_view kPool = R"(graph (x: float32[1,2,6,6]) -> (y) {
  y = MaxPool<kernel_shape=[2,2], strides=[2,2]>(x)
})";

TEST(SwapPooling, KeepsTheWindow) {
  const auto mutants = Mutants("swap-pooling", CaseOf(kPool));
  for (const ModelCase& mutant : mutants) {
    EXPECT_EQ(mutant.model.graph.node_count(), 1u);
    EXPECT_NE(mutant.model.graph.node(0).op, "MaxPool");
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 2, 3, 3}));
  }
  EXPECT_TRUE(AnyHas(mutants, "AveragePool"));
  EXPECT_TRUE(AnyHas(mutants, "LpPool"));
}

TEST(SwapPooling, TurnsGlobalPoolingIntoAReduction) {
  const auto mutants = Mutants(
      "swap-pooling", CaseOf("graph (x: float32[1,2,6,6]) -> (y) { y = GlobalAveragePool(x) }"));
  EXPECT_TRUE(AnyHas(mutants, "ReduceMean"));
  for (const ModelCase& mutant : mutants) EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 2, 1, 1}));
}

TEST(SwapPooling, LeavesPoolingAloneWhoseIndicesAreUsed) {
  EXPECT_EQ(SiteCount("swap-pooling", R"(graph (x: float32[1,2,6,6]) -> (y, i) {
    (y, i) = MaxPool<kernel_shape=[2,2]>(x)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
