#include "apply.h"

namespace assay::mutate::developer_tests::change_dilation_test {
namespace {

constexpr std::string_view kConv = R"(graph (x: float32[1,4,8,8]) -> (y) {
  w: float32[4,4,3,3] = fill(0.1)
  y = Conv<pads=[1,1,1,1]>(x, w)
})";

TEST(ChangeDilation, PadsSoThatTheSizeStays) {
  for (const ModelCase& mutant : Mutants("change-dilation", CaseOf(kConv))) {
    EXPECT_THAT(OpsOf(mutant.model.graph), testing::ElementsAre("Conv"));
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 4, 8, 8}));
    EXPECT_NE(*mutant.model.graph.node(0).attrs.Get<std::vector<int64_t>>("dilations"),
              (std::vector<int64_t>{1, 1}));
  }
}

TEST(ChangeDilation, DoesNotDilateOldPooling) {
  const ModelCase base = CaseOf(
      "model opset=9 graph (x: float32[1,1,9,9]) -> (y) { y = MaxPool<kernel_shape=[2,2]>(x) }");
  Rng rng(1);
  EXPECT_FALSE(Mutate(base, Named("change-dilation"), rng).ok());
}

}  // namespace
}  // namespace assay::mutate::developer_tests::change_dilation_test
