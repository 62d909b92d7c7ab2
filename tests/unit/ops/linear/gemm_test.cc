#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Gemm, AllAttributes) {
  // A' = [[1, 3], [2, 4]] transposed from A; B' = [[5, 7], [6, 8]].
  const auto y = RunOp(
      "Gemm", {{"alpha", 2.0F}, {"beta", 0.5F}, {"transA", int64_t{1}}, {"transB", int64_t{1}}},
      {Floats({2, 2}, {1, 2, 3, 4}), Floats({2, 2}, {5, 6, 7, 8}), Floats({2}, {2, 4})});
  // A'B' = [[1*5+3*6, 1*7+3*8], [2*5+4*6, 2*7+4*8]] = [[23, 31], [34, 46]]
  EXPECT_THAT(Values(y), ElementsAre(47, 64, 69, 94));
}

TEST(Gemm, AddendBroadcastsBothWays) {
  const std::vector<Known> ab = {Floats({2, 1}, {1, 2}), Floats({1, 2}, {10, 20})};
  EXPECT_THAT(Values(RunOp("Gemm", {}, {ab[0], ab[1], Floats({2, 1}, {1, 2})})),
              ElementsAre(11, 21, 22, 42));
  EXPECT_THAT(Values(RunOp("Gemm", {}, {ab[0], ab[1], Floats({}, {5})})),
              ElementsAre(15, 25, 25, 45));
  EXPECT_THAT(Values(RunOp("Gemm", {}, ab)), ElementsAre(10, 20, 20, 40));
}

TEST(Gemm, UnscaledSumMayOverflow) {
  const auto y = RunOp(
      "Gemm", {{"alpha", 0.001F}},
      {Numbers(DType::kFloat16, {1, 2}, {300, 300}), Numbers(DType::kFloat16, {2, 1}, {300, 300})});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).hi, kInf);
}

TEST(Gemm, Refuses) {
  EXPECT_THAT(
      MessageOf(RunOp("Gemm", {},
                      {Floats({2, 1}, {1, 2}), Floats({1, 2}, {1, 2}), Floats({3}, {1, 2, 3})})),
      HasSubstr("does not broadcast"));
  EXPECT_FALSE(
      RunOp("Gemm", {}, {Floats({2, 1}, {1, 2}), Floats({1, 2}, {1, 2})}, {.opset = 10}).ok());
}

}  // namespace
}  // namespace assay::ops
