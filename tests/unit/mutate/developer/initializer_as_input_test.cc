#include "apply.h"

namespace assay::mutate::developer_tests::initializer_as_input_test {
namespace {

constexpr std::string_view kLayer = R"(graph (x: float32[1,2]) -> (y) {
  w: float32[2,2] = [1, 2, 3, 4]
  y = MatMul(x, w)
})";

TEST(InitializerAsInput, FeedsTheSameNumbers) {
  const ModelCase base = CaseOf(kLayer);
  bool with_default = false, without = false;
  for (const ModelCase& mutant : Mutants("initializer-as-input", base)) {
    const Graph& graph = mutant.model.graph;
    ASSERT_EQ(graph.inputs.size(), 2u);
    ASSERT_EQ(mutant.inputs.size(), 2u);
    (graph.initializer(graph.inputs[1]) != nullptr ? with_default : without) = true;
    EXPECT_EQ(FirstOutput(mutant), FirstOutput(base));
  }
  EXPECT_TRUE(with_default);
  EXPECT_TRUE(without);
}

TEST(InitializerAsInput, LeavesShapesAlone) {
  EXPECT_EQ(SiteCount("initializer-as-input", R"(graph (x: float32[1,1,2,2]) -> (y) {
    s: float32[4] = [1, 1, 2, 2]
    y = Resize(x, _, s)
  })"),
            0u);
}

TEST(InitializerAsInput, OldFilesHaveOnlyInputs) {
  EXPECT_EQ(SiteCount("initializer-as-input", R"(model ir=3 opset=7
  graph (x: float32[2], w: float32[2]) -> (y) { w: float32[2] = [1, 2]  y = Mul(x, w) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests::initializer_as_input_test
