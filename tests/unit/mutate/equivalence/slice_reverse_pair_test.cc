#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(SliceReversePair, StepsBackTwice) {
  const Model m = Apply("slice-reverse-pair", "graph (x: float32[4,n]) -> (y) { y = Relu(x) }");
  EXPECT_THAT(Ops(m), HasSubstr("Slice Slice"));
  EXPECT_EQ(IntsOf(m, Last(m, "Slice"), 4)[0], -1);
}

TEST(SliceReversePair, NeedsSteps) {
  EXPECT_EQ(
      SiteCount("slice-reverse-pair", "model opset=9 graph (x: float32[4]) -> (y) { y = Relu(x) }"),
      0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
