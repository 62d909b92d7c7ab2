#include "tests/unit/ops/op_test.h"

namespace assay::ops::conv_transpose_test {
namespace {

using testing::ElementsAre;

const Known kX = Floats({1, 1, 2}, {1, 10});
const Known kW = Floats({1, 1, 3}, {1, 2, 3});

TEST(ConvTranspose, AddsScaledKernels) {
  EXPECT_THAT(Values(RunOp("ConvTranspose", {}, {kX, kW})), ElementsAre(1, 12, 23, 30));
  EXPECT_THAT(Values(RunOp("ConvTranspose", {{"strides", std::vector<int64_t>{2}}},
                           {kX, kW, Floats({1}, {100})})),
              ElementsAre(101, 102, 113, 120, 130));
}

TEST(ConvTranspose, PaddingCutsTheOutput) {
  EXPECT_THAT(Values(RunOp("ConvTranspose", {{"pads", std::vector<int64_t>{1, 1}}}, {kX, kW})),
              ElementsAre(12, 23));
  EXPECT_THAT(Values(RunOp("ConvTranspose",
                           {{"output_padding", std::vector<int64_t>{1}},
                            {"strides", std::vector<int64_t>{2}}},
                           {kX, kW})),
              ElementsAre(1, 2, 13, 20, 30, 0));
}

TEST(ConvTranspose, OutputShape) {
  // Three of 4 + ... elements: one is cut, in front unless SAME_UPPER.
  EXPECT_THAT(Values(RunOp("ConvTranspose", {{"output_shape", std::vector<int64_t>{3}}}, {kX, kW})),
              ElementsAre(12, 23, 30));
  EXPECT_THAT(Values(RunOp("ConvTranspose",
                           {{"output_shape", std::vector<int64_t>{3}},
                            {"auto_pad", std::string("SAME_UPPER")}},
                           {kX, kW})),
              ElementsAre(1, 12, 23));
}

TEST(ConvTranspose, LargeAndSmallPathAgree) {
  // 16 channels to 16, kernel 3, 12 positions: large enough for the fast path; each output is a sum
  // of known integers.
  std::vector<double> x(16 * 12, 1), w(16 * 16 * 3, 2);
  const auto y = RunOp("ConvTranspose", {}, {Floats({1, 16, 12}, x), Floats({16, 16, 3}, w)});
  const auto v = Values(y);
  ASSERT_EQ(v.size(), 16U * 14U);
  EXPECT_EQ(v[0], 32);
  EXPECT_EQ(v[1], 64);
  EXPECT_EQ(v[5], 96);
  EXPECT_TRUE(Exact(y));
}

TEST(ConvTranspose, Refuses) {
  EXPECT_FALSE(RunOp("ConvTranspose", {{"pads", std::vector<int64_t>{3, 3}}}, {kX, kW}).ok());
  EXPECT_FALSE(
      RunOp("ConvTranspose", {{"output_padding", std::vector<int64_t>{-1}}}, {kX, kW}).ok());
}

}  // namespace
}  // namespace assay::ops::conv_transpose_test
