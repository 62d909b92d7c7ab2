#include "apply.h"

namespace assay::mutate::equivalence_tests::control_flow_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(IfBranch, TakesTheBranchThatHandsTheTensorOn) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Model m = Apply("if-branch", kRelu, seed);
    const Node& node = Last(m, "If");
    const bool computed = Ops(m).find("Not") != std::string::npos;
    const Tensor* constant = m.graph.initializer(node.inputs[0]);
    const bool taken = computed || constant->IntAt(0) != 0;
    for (const char* branch : {"then_branch", "else_branch"}) {
      const Graph& inner = **node.attrs.Get<GraphPtr>(branch);
      ASSERT_EQ(inner.captured.size(), 1u);
      if (computed || taken == (branch[0] == 't')) {
        EXPECT_EQ(inner.node(0).op, "Identity");
      }
    }
  }
}

TEST(LoopCarry, CarriesTheTensorAsItsState) {
  const Model m = Apply("loop-carry", kRelu);
  EXPECT_EQ(Last(m, "Loop").inputs.size(), 3u);
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[2,3]");
}

TEST(ScanCopy, WritesInTheDirectionInWhichItReads) {
  const Node scan = Last(Apply("scan-copy", kRelu), "Scan");
  EXPECT_EQ(*scan.attrs.Find("scan_input_directions"), *scan.attrs.Find("scan_output_directions"));
  EXPECT_EQ(*scan.attrs.Find("scan_input_axes"), *scan.attrs.Find("scan_output_axes"));
}

TEST(ControlFlow, LeavesShapesAlone) {
  const std::string_view text = "graph (x: float32[2,3]) -> (y) { y = Shape(x) }";
  EXPECT_EQ(SiteCount("if-branch", text), 1u);  // the float input
  EXPECT_EQ(SiteCount("loop-carry", "graph (x: int64[3]) -> (y) { y = Abs(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::control_flow_test
