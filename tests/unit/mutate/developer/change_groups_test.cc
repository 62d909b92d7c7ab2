#include "apply.h"

namespace assay::mutate::developer_tests {
namespace {

TEST(ChangeGroups, CutsTheWeightsOfAFullConvolution) {
  // Output channel o sees input channel i with weight 10 o + i.
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2,1]) -> (y) {
    w: float32[2,2,1] = [0, 1, 10, 11]
    y = Conv(x, w)
  })");
  for (const ModelCase& mutant : Mutants("change-groups", base, 5)) {
    const Node& conv = mutant.model.graph.node(0);
    EXPECT_EQ(*conv.attrs.Get<int64_t>("group"), 2);
    const Tensor& weights = *mutant.model.graph.initializer(conv.inputs[1]);
    ASSERT_EQ(weights.shape(), (Shape{2, 1, 1}));
    EXPECT_EQ(weights.RealAt(0), 0);
    EXPECT_EQ(weights.RealAt(1), 11);
  }
}

TEST(ChangeGroups, MakesADepthwiseConvolutionFull) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,2,1]) -> (y) {
    w: float32[2,1,1] = [3, 5]
    y = Conv<group=2>(x, w)
  })");
  for (const ModelCase& mutant : Mutants("change-groups", base, 5)) {
    const Node& conv = mutant.model.graph.node(0);
    EXPECT_EQ(*conv.attrs.Get<int64_t>("group"), 1);
    EXPECT_EQ(mutant.model.graph.initializer(conv.inputs[1])->shape(), (Shape{2, 2, 1}));
  }
}

TEST(ChangeGroups, NeedsADivisor) {
  EXPECT_EQ(SiteCount("change-groups", R"(graph (x: float32[1,2,1]) -> (y) {
    w: float32[3,2,1] = fill(1)
    y = Conv(x, w)
  })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::developer_tests
