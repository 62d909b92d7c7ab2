#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(GemmToMatmul, WritesOutWhatIsThere) {
  EXPECT_EQ(OpsAfter("gemm-to-matmul",
                     "graph (a: float32[2,3], b: float32[3,4]) -> (y) { y = Gemm(a, b) }"),
            "MatMul");
  EXPECT_EQ(
      OpsAfter("gemm-to-matmul", R"(graph (a: float32[2,3], b: float32[4,3], c: float32[4]) -> (y) {
    y = Gemm<alpha=0.5, beta=2.0, transB=1>(a, b, c) })"),
      "Transpose MatMul Mul Mul Add");
  EXPECT_EQ(SiteCount("gemm-to-matmul",
                      R"(graph (a: float32[2,3], b: float32[3,4], c: float32[4]) -> (y) {
    y = Gemm<beta=0.0>(a, b, c) })"),
            0u);
}

TEST(MatmulAddToGemm, NeedsABiasThatBroadcastsIntoTheProduct) {
  const auto text = [](const char* bias) {
    return std::string("graph (a: float32[2,3], b: float32[3,4], c: float32") + bias +
           ") -> (y) { m = MatMul(a, b)  y = Add(c, m) }";
  };
  for (const char* bias : {"[4]", "[1]", "[]", "[2,4]", "[2,1]"})
    EXPECT_EQ(OpsAfter("matmul-add-to-gemm", text(bias)), "Gemm") << bias;
  EXPECT_EQ(SiteCount("matmul-add-to-gemm", text("[5,2,4]")), 0u);
}

TEST(MatmulAddToGemm, KeepsAProductThatOthersUse) {
  EXPECT_EQ(OpsAfter("matmul-add-to-gemm",
                     R"(graph (a: float32[2,3], b: float32[3,4], c: float32[4]) -> (y, m) {
    m = MatMul(a, b)  y = Add(m, c) })"),
            "MatMul Gemm");
}

TEST(GemmTranspose, FlipsTheAttribute) {
  const Model m = Apply("gemm-transpose",
                        R"(graph (a: float32[2,2], b: float32[2,2]) -> (y) { y = Gemm(a, b) })");
  const Node& gemm = Last(m, "Gemm");
  EXPECT_EQ(Ops(m), "Transpose Gemm");
  EXPECT_EQ(gemm.attrs.Has("transA") ? *gemm.attrs.Get<int64_t>("transA")
                                     : *gemm.attrs.Get<int64_t>("transB"),
            1);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
