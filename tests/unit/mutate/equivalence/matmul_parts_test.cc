#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kProduct =
    "graph (a: float32[2,3,4], b: float32[4,5]) -> (y) { y = MatMul(a, b) }";

TEST(MatmulParts, AreTheSameProduct) {
  EXPECT_EQ(OpsAfter("matmul-transpose", kProduct), "Transpose Transpose MatMul Transpose");
  EXPECT_EQ(OpsAfter("matmul-split-k", kProduct), "Split Split MatMul MatMul Add");
  EXPECT_EQ(OpsAfter("matmul-split-columns", kProduct), "Split MatMul MatMul Concat");
}

TEST(MatmulParts, OfVectors) {
  const std::string_view dot = "graph (a: float32[4], b: float32[4]) -> (y) { y = MatMul(a, b) }";
  EXPECT_EQ(SiteCount("matmul-transpose", dot), 0u);
  EXPECT_EQ(SiteCount("matmul-split-columns", dot), 0u);
  const Model m = Apply("matmul-split-k", dot);
  EXPECT_EQ(TypeText(m.graph.type(m.graph.outputs[0])), "float32[]");
}

TEST(MatmulParts, NeedSomethingToSplit) {
  const std::string_view thin =
      "graph (a: float32[2,1], b: float32[1,1]) -> (y) { y = MatMul(a, b) }";
  EXPECT_EQ(SiteCount("matmul-split-k", thin), 0u);
  EXPECT_EQ(SiteCount("matmul-split-columns", thin), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
