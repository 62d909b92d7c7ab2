#include "apply.h"

namespace assay::mutate::developer_tests::change_kernel_test {
namespace {

constexpr std::string_view kConv = R"(graph (x: float32[1,4,8,8]) -> (y) {
  w: float32[4,4,3,3] = fill(0.1)
  y = Conv<pads=[1,1,1,1]>(x, w)
})";

TEST(ChangeKernel, CropsOrExtendsTheWeights) {
  for (const ModelCase& mutant : Mutants("change-kernel", CaseOf(kConv))) {
    const Graph& graph = mutant.model.graph;
    const Node& conv = *FirstOf(graph, "Conv");
    const Tensor& weights = *graph.initializer(conv.inputs[1]);
    EXPECT_NE(weights.shape(), (Shape{4, 4, 3, 3}));
    // The middle is what it was.
    const Shape& shape = weights.shape();
    const int64_t middle = (shape[2] - 1) / 2 * shape[3] + (shape[3] - 1) / 2;
    EXPECT_FLOAT_EQ(static_cast<float>(weights.RealAt(middle)), 0.1f);
    EXPECT_EQ(graph.initializers().count(graph.Find("w")), 0u);
  }
}

TEST(ChangeKernel, ChangesPoolingToo) {
  const ModelCase base = CaseOf(
      "graph (x: float32[1,1,9,9]) -> (y) { y = MaxPool<kernel_shape=[3,3], pads=[1,1,1,1]>(x) }");
  for (const ModelCase& mutant : Mutants("change-kernel", base))
    EXPECT_NE(
        *FirstOf(mutant.model.graph, "MaxPool")->attrs.Get<std::vector<int64_t>>("kernel_shape"),
        (std::vector<int64_t>{3, 3}));
}

}  // namespace
}  // namespace assay::mutate::developer_tests::change_kernel_test
