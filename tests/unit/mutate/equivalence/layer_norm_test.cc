#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kWritten = R"(graph (x: float32[2,4]) -> (y) {
  ax: int64[1] = [-1]
  two: float32[] = 2
  eps: float32[] = 0.001
  g: float32[4] = fill(2)
  b: float32[4] = fill(1)
  m = ReduceMean(x, ax)
  d = Sub(x, m)
  q = Pow(d, two)
  v = ReduceMean(q, ax)
  a = Add(v, eps)
  s = Sqrt(a)
  n = Div(d, s)
  p = Mul(n, g)
  y = Add(p, b)
})";

TEST(LayerNormFuse, TakesThePatternWithOrWithoutBias) {
  ASSERT_EQ(SiteCount("layer-norm-fuse", kWritten), 2u);
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const Model m = Apply("layer-norm-fuse", kWritten, seed);
    EXPECT_THAT(Ops(m), AnyOf("LayerNormalization", "LayerNormalization Add"));
    EXPECT_FLOAT_EQ(*Last(m, "LayerNormalization").attrs.Get<float>("epsilon"), 0.001f);
  }
}

TEST(LayerNormFuse, RefusesAnotherAxis) {
  std::string text(kWritten);
  text.replace(text.find("[-1]"), 4, "[0]");
  EXPECT_EQ(SiteCount("layer-norm-fuse", text), 0u);
}

TEST(LayerNormFromPrimitives, IsWrittenOut) {
  EXPECT_EQ(
      OpsAfter("layer-norm-from-primitives", R"(graph (x: float32[2,4], g: float32[4]) -> (y) {
    y = LayerNormalization(x, g) })"),
      "ReduceMean Sub Mul ReduceMean Add Sqrt Div Mul");
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
