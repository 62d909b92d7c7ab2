#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(DM, ALayerOfAnyRankGetsAnother) {
  const auto all = AllOps("DM", R"(graph (x: float32[2,3,4]) -> (y) {
    w: float32[4,5] = fill(0.1)
    y = MatMul(x, w)
  })");
  EXPECT_TRUE(all.contains("Unsqueeze MatMul Reshape"));
}

TEST(DM, ALayerOfFixedRankIsRepairedInFront) {
  const auto all = AllOps("DM", R"(graph (x: float32[1,2,4,4]) -> (y) {
    w: float32[2,2,3,3] = fill(0.1)
    y = Conv(x, w)
  })");
  EXPECT_THAT(all, testing::ElementsAre("Unsqueeze Pad Reshape Slice Reshape Conv"));
}

TEST(DM, UsesTheFormOfTheOpset) {
  const Model model = Mutated("DM", R"(model ir=4 opset=9 graph (x: float32[2,3]) -> (y) {
    w: float32[3,5] = fill(0.1)
    y = MatMul(x, w)
  })");
  EXPECT_TRUE(model.graph.node(0).attrs.Has("axes"));
}

}  // namespace
}  // namespace assay::mutate::study_tests
