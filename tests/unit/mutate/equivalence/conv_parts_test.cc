#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ConvParts, AreTheSameConvolution) {
  const std::string_view conv = R"(graph (x: float32[1,4,5,5]) -> (y) {
    w: float32[6,4,3,3] = fill(0.5)  b: float32[6] = fill(1)  y = Conv(x, w, b) })";
  const Model m = Apply("conv-split-channels", conv);
  EXPECT_EQ(Ops(m), "Split Split Conv Conv Add");
  EXPECT_EQ(Last(m, "Conv").inputs.size(), 2u);  // the bias is added once
  EXPECT_EQ(OpsAfter("conv-split-outputs", conv), "Split Split Conv Conv Concat");
  EXPECT_EQ(SiteCount("conv-split-groups", conv), 0u);
}

TEST(ConvSplitGroups, SharesTheGroups) {
  const std::string_view depthwise = R"(graph (x: float32[1,4,5,5]) -> (y) {
    w: float32[8,1,3,3] = fill(0.5)  y = Conv<group=4>(x, w) })";
  const Model m = Apply("conv-split-groups", depthwise);
  int64_t groups = 0;
  for (const NodePtr& node : m.graph.nodes())
    if (node->op == "Conv") groups += *node->attrs.Get<int64_t>("group");
  EXPECT_EQ(groups, 4);
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[1,8,3,3]");
  EXPECT_EQ(SiteCount("conv-split-channels", depthwise), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
