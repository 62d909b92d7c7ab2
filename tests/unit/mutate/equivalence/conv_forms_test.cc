#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(Conv1x1AsMatmul, KeepsTheImage) {
  const Model m = Apply("conv1x1-as-matmul", R"(graph (x: float32[2,3,4,5]) -> (y) {
    w: float32[6,3,1,1] = fill(0.5)  b: float32[6] = fill(1)  y = Conv(x, w, b) })");
  EXPECT_EQ(Ops(m), "Reshape Reshape MatMul Reshape Add Reshape");
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[2,6,4,5]");
}

TEST(Conv1x1AsMatmul, LeavesStridesAndPadsAlone) {
  for (const char* attr : {"strides=[2,2]", "pads=[1,0,0,0]"})
    EXPECT_EQ(SiteCount("conv1x1-as-matmul", std::string(R"(graph (x: float32[2,3,4,5]) -> (y) {
      w: float32[6,3,1,1] = fill(0.5)  y = Conv<)") +
                                                 attr + ">(x, w) }"),
              0u)
        << attr;
}

TEST(ConvPadsExplicit, PadsTheImageAxesOnly) {
  const Model m = Apply("conv-pads-explicit", R"(graph (x: float32[1,1,4,4]) -> (y) {
    w: float32[1,1,3,3] = fill(0.5)  y = Conv<pads=[1,2,3,0]>(x, w) })");
  EXPECT_EQ(Ops(m), "Pad Conv");
  EXPECT_EQ(IntsOf(m, Last(m, "Pad"), 1), (std::vector<int64_t>{0, 0, 1, 2, 0, 0, 3, 0}));
  EXPECT_FALSE(Last(m, "Conv").attrs.Has("pads"));
}

TEST(Conv1dAs2d, AddsAnAxis) {
  const Model m = Apply("conv1d-as-2d", R"(graph (x: float32[1,2,8]) -> (y) {
    w: float32[3,2,3] = fill(0.5)  y = Conv<pads=[1,0], strides=[2]>(x, w) })");
  EXPECT_EQ(Ops(m), "Unsqueeze Unsqueeze Conv Squeeze");
  EXPECT_EQ(*Last(m, "Conv").attrs.Get<std::vector<int64_t>>("pads"),
            (std::vector<int64_t>{0, 1, 0, 0}));
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
