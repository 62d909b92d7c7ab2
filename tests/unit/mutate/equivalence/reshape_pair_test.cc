#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ReshapePair, GoesThereAndBack) {
  const Model m = Apply("reshape-pair", "graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  EXPECT_THAT(Ops(m), AnyOf("Reshape Reshape Relu", "Relu Reshape Reshape"));
  EXPECT_EQ(IntsOf(m, Last(m, "Reshape"), 1), (std::vector<int64_t>{2, 3}));
}

TEST(ReshapePair, TakesAnUnknownShapeFromTheTensor) {
  EXPECT_THAT(OpsAfter("reshape-pair", "graph (x: float32[n,3]) -> (y) { y = Relu(x) }"),
              HasSubstr("Reshape Shape Reshape"));
}

TEST(ReshapePair, LeavesSizesOfZeroToNewerOpsets) {
  EXPECT_EQ(
      SiteCount("reshape-pair", "model opset=13 graph (x: float32[0,3]) -> (y) { y = Relu(x) }"),
      0u);
  const Model m =
      Apply("reshape-pair", "model opset=14 graph (x: float32[0,3]) -> (y) { y = Relu(x) }");
  EXPECT_NE(Last(m, "Reshape").attrs.Get<int64_t>("allowzero"), nullptr);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
