#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kConvBn = R"(graph (x: float32[1,1,2,2]) -> (y) {
  w: float32[2,1,1,1] = [1, 2]
  b: float32[2] = [0.5, 0]
  s: float32[2] = [2, 3]
  t: float32[2] = [1, -1]
  m: float32[2] = [0.5, 4]
  v: float32[2] = [4, 9]
  c = Conv(x, w, b)
  y = BatchNormalization<epsilon=0.0>(c, s, t, m, v)
})";

TEST(ConvBnFuse, FoldsScaleAndShift) {
  const Model m = Apply("conv-bn-fuse", kConvBn);
  ASSERT_EQ(Ops(m), "Conv");
  const Tensor* w = m.graph.initializer(Last(m, "Conv").inputs[1]);
  const Tensor* b = m.graph.initializer(Last(m, "Conv").inputs[2]);
  EXPECT_EQ(w->RealAt(0), 1);       // 1 * 2 / sqrt(4)
  EXPECT_EQ(w->RealAt(1), 2);       // 2 * 3 / sqrt(9)
  EXPECT_EQ(b->RealAt(0), 1);       // (0.5 - 0.5) * 1 + 1
  EXPECT_EQ(b->RealAt(1), -1 - 4);  // (0 - 4) * 1 - 1
}

TEST(ConvBnFuse, NeedsConstantsAndAPositiveVariance) {
  std::string text(kConvBn);
  text.replace(text.find("[4, 9]"), 6, "[4, 0]");
  EXPECT_EQ(SiteCount("conv-bn-fuse", text), 0u);
}

TEST(ConvBnUnfuse, ScalesByPowersOfTwo) {
  const Model m = Apply("conv-bn-unfuse", R"(graph (x: float32[1,1,2,2]) -> (y) {
    w: float32[2,1,1,1] = [1.5, -3]  y = Conv(x, w) })");
  ASSERT_EQ(Ops(m), "Conv BatchNormalization");
  const Tensor* w = m.graph.initializer(Last(m, "Conv").inputs[1]);
  const Tensor* s = m.graph.initializer(Last(m, "BatchNormalization").inputs[1]);
  EXPECT_EQ(w->RealAt(0) * s->RealAt(0), 1.5);
  EXPECT_EQ(w->RealAt(1) * s->RealAt(1), -3);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
