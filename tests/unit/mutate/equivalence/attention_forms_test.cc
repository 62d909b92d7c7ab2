#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(Attention, UnfusesAndFuses) {
  const std::string_view fused = R"(model opset=23
    graph (q: float32[1,2,3,4], k: float32[1,2,5,4], v: float32[1,2,5,6]) -> (y) { y = Attention(q, k, v) })";
  EXPECT_EQ(OpsAfter("attention-unfuse", fused), "Transpose MatMul Mul Softmax MatMul");
  const Model m = Apply("attention-fuse", R"(model opset=23
    graph (q: float32[1,2,3,4], kt: float32[1,2,4,5], v: float32[1,2,5,6]) -> (y) {
      c: float32[] = 2  p = MatMul(q, kt)  s = Div(p, c)  a = Softmax(s)  y = MatMul(a, v) })");
  EXPECT_EQ(Ops(m), "Transpose Attention");
  EXPECT_EQ(*Last(m, "Attention").attrs.Get<float>("scale"), 0.5f);
}

TEST(Attention, LeavesMasksAndOtherRanksAlone) {
  EXPECT_EQ(SiteCount("attention-unfuse", R"(model opset=23
    graph (q: float32[1,2,3,4], k: float32[1,2,5,4], v: float32[1,2,5,6]) -> (y) {
      y = Attention<is_causal=1>(q, k, v) })"),
            0u);
  EXPECT_EQ(SiteCount("attention-fuse", R"(model opset=23
    graph (q: float32[2,3,4], kt: float32[2,4,5], v: float32[2,5,6]) -> (y) {
      c: float32[] = 2  p = MatMul(q, kt)  s = Mul(p, c)  a = Softmax(s)  y = MatMul(a, v) })"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
