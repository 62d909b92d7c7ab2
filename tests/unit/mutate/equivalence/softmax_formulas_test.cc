#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(SoftmaxFormulas, SubtractTheMaximum) {
  EXPECT_EQ(
      OpsAfter("softmax-from-primitives", "graph (x: float32[2,3]) -> (y) { y = Softmax(x) }"),
      "ReduceMax Sub Exp ReduceSum Div");
  EXPECT_EQ(OpsAfter("log-softmax-from-primitives",
                     "graph (x: float32[2,3]) -> (y) { y = LogSoftmax<axis=0>(x) }"),
            "ReduceMax Sub Exp ReduceSum Log Sub");
}

TEST(SoftmaxFormulas, OldOnesOverSeveralAxesAreLeftAlone) {
  const auto text = [](const char* axis) {
    return std::string("model opset=12 graph (x: float32[2,3,4]) -> (y) { y = Softmax<axis=") +
           axis + ">(x) }";
  };
  EXPECT_EQ(SiteCount("softmax-from-primitives", text("1")), 0u);
  EXPECT_EQ(SiteCount("softmax-from-primitives", text("2")), 1u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
