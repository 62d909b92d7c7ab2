#include "apply.h"

namespace assay::mutate::equivalence_tests::expand_select_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(ExpandSelect, TakesOneOfTheCopies) {
  EXPECT_THAT(OpsAfter("expand-select", kRelu), HasSubstr("Unsqueeze Expand Gather"));
}

TEST(ExpandReduce, ReducesTheNewAxis) {
  const Model m = Apply("expand-reduce", kRelu);
  EXPECT_THAT(Ops(m), HasSubstr("Unsqueeze Expand Reduce"));
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[2,3]");
}

TEST(ExpandSelect, NeedsExpand) {
  EXPECT_EQ(
      SiteCount("expand-select", "model opset=7 graph (x: float32[2]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::expand_select_test
