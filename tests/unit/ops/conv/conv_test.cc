#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Known kOnes = Floats({1, 1, 2, 2}, {1, 1, 1, 1});

TEST(Conv, TwoDimensions) {
  const auto y = RunOp("Conv", {}, {Floats({1, 1, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8}), kOnes});
  EXPECT_THAT(Values(y), ElementsAre(8, 12, 20, 24));
  EXPECT_TRUE(Exact(y));
}

TEST(Conv, AsymmetricPaddingStridesAndBias) {
  const auto y = RunOp(
      "Conv", {{"pads", std::vector<int64_t>{1, 0, 0, 1}}, {"strides", std::vector<int64_t>{2, 2}}},
      {Floats({1, 1, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8}), kOnes, Floats({1}, {100})});
  EXPECT_THAT(Values(y), ElementsAre(101, 102, 120, 113));
}

TEST(Conv, SameLowerPadsInFront) {
  const auto y = RunOp("Conv", {{"auto_pad", std::string("SAME_LOWER")}},
                       {Floats({1, 1, 3}, {1, 2, 3}), Floats({1, 1, 2}, {1, 10})});
  EXPECT_THAT(Values(y), ElementsAre(10, 21, 32));
}

TEST(Conv, GroupsAndDilations) {
  const auto y = RunOp("Conv", {{"group", int64_t{2}}, {"dilations", std::vector<int64_t>{2}}},
                       {Floats({1, 2, 3}, {1, 2, 3, 4, 5, 6}), Floats({2, 1, 2}, {1, 1, 1, -1})});
  EXPECT_THAT(Values(y), ElementsAre(4, -2));
}

TEST(Conv, EmptyBatch) {
  EXPECT_EQ(ShapeOf(RunOp("Conv", {}, {Floats({0, 1, 3, 3}, {}), kOnes})), (Shape{0, 1, 2, 2}));
}

TEST(Conv, NanStaysInItsWindow) {
  const auto y = RunOp("Conv", {},
                       {Reals({1, 1, 3}, {Real::MustNan(), Real::Point(1), Real::Point(2)}),
                        Floats({1, 1, 2}, {1, 1})});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).nan, Nan::kMust);
  EXPECT_EQ((*y)[0].tensor.real(1).v, 3);
}

TEST(Conv, Refuses) {
  EXPECT_THAT(
      MessageOf(RunOp("Conv", {}, {Floats({1, 2, 2, 2}, std::vector<double>(8, 1)), kOnes})),
      HasSubstr("channels do not fit"));
  EXPECT_FALSE(
      RunOp("Conv", {{"group", int64_t{0}}}, {Floats({1, 1, 2, 2}, {1, 1, 1, 1}), kOnes}).ok());
  EXPECT_FALSE(RunOp("Conv", {{"kernel_shape", std::vector<int64_t>{3, 3}}},
                     {Floats({1, 1, 2, 2}, {1, 1, 1, 1}), kOnes})
                   .ok());
}

}  // namespace
}  // namespace assay::ops
