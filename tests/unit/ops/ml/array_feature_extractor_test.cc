#include "tests/unit/ops/op_test.h"

namespace assay::ops::array_feature_extractor_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

TEST(ArrayFeatureExtractor, PicksColumns) {
  const auto y = RunOp("ArrayFeatureExtractor", {},
                       {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Ints({2}, {2, 0})}, kMl);
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(3, 1, 6, 4));
}
TEST(ArrayFeatureExtractor, RefusesIndicesOutside) {
  EXPECT_THAT(
      MessageOf(RunOp("ArrayFeatureExtractor", {}, {Floats({1, 2}, {1, 2}), Ints({1}, {2})}, kMl)),
      HasSubstr("index 2 into 2"));
}

}  // namespace
}  // namespace assay::ops::array_feature_extractor_test
