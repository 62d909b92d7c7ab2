#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(UnsqueezeSqueeze, TakesAxesAsTheOpsetDoes) {
  const Model old =
      Apply("unsqueeze-squeeze", "model opset=12 graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  EXPECT_TRUE(Last(old, "Squeeze").attrs.Has("axes"));
  const Model m =
      Apply("unsqueeze-squeeze", "model opset=13 graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  EXPECT_FALSE(Last(m, "Squeeze").attrs.Has("axes"));
  EXPECT_EQ(IntsOf(m, Last(m, "Squeeze"), 1), IntsOf(m, Last(m, "Unsqueeze"), 1));
}

TEST(UnsqueezeSqueeze, LeavesHighRanksAlone) {
  EXPECT_EQ(SiteCount("unsqueeze-squeeze", "graph (x: float32[1,1,1,1,1]) -> (y) { y = Relu(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
