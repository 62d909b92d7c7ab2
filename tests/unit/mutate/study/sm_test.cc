#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(SM, AConvolutionTakesALargerImage) {
  const auto all = AllOps("SM", R"(graph (x: float32[1,2,4,4]) -> (y) {
    w: float32[2,2,3,3] = fill(0.1)
    y = Conv(x, w)
  })");
  EXPECT_THAT(all, testing::ElementsAre("Pad Conv Slice"));
}

TEST(SM, ALayerOfFixedSizeIsRepairedInFront) {
  const auto all = AllOps("SM", R"(graph (x: float32[6]) -> (y) {
    s: int64[2] = [2, 3]
    y = Reshape(x, s)
  })");
  EXPECT_THAT(all, testing::ElementsAre("Pad Slice Reshape"));
}

TEST(SM, TheBatchIsTheLastResort) {
  const Model model = Mutated("SM", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,4] = fill(0.1)
    y = MatMul(x, w)
  })");
  EXPECT_EQ(Ops(model), "Pad MatMul Slice");
  EXPECT_EQ(TypeOf(model, "y"), "float32[2,4]");
}

TEST(SM, UnconstrainedRepairsNothing) {
  const auto mutant = TryMutate("SM", R"(graph (x: float32[2,3]) -> (y) {
    w: float32[3,4] = fill(0.1)
    y = MatMul(x, w)
  })",
                                1, {.unconstrained = true});
  EXPECT_EQ(Ops(mutant->result.model), "Pad MatMul");
}

}  // namespace
}  // namespace assay::mutate::study_tests
