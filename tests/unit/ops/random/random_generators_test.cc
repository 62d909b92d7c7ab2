#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RandomUniform, IntervalsAreTheSupport) {
  const auto y = RunOp("RandomUniform",
                       {{"shape", std::vector<int64_t>{2, 3}}, {"low", -1.f}, {"high", 3.f}}, {});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 3}));
  for (int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ((*y)[0].tensor.real(i).lo, -1);
    EXPECT_EQ((*y)[0].tensor.real(i).hi, 3);
  }
}
TEST(RandomUniformLike, ShapeOfTheInput) {
  const auto y =
      RunOp("RandomUniformLike", {{"low", 2.f}, {"high", 3.f}}, {Floats({3, 1}, {0, 0, 0})});
  EXPECT_EQ(ShapeOf(y), (Shape{3, 1}));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(2.5));
  EXPECT_FALSE((*y)[0].tensor.real(0).contains(1.5));
}
TEST(RandomNormalLike, TypeFromTheAttribute) {
  const auto y = RunOp("RandomNormalLike", {{"dtype", int64_t{11}}}, {Ints({4}, {1, 2, 3, 4})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kFloat64);
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(0));
  EXPECT_FALSE((*y)[0].tensor.real(0).contains(100));
}
TEST(RandomNormalLike, NeedsAFloatType) {
  EXPECT_THAT(MessageOf(RunOp("RandomNormalLike", {}, {Ints({1}, {1})})), HasSubstr("needs dtype"));
}
TEST(RandomUniform, EmptyShapesAndNegativeSizes) {
  EXPECT_EQ(ShapeOf(RunOp("RandomUniform", {{"shape", std::vector<int64_t>{0}}}, {})), (Shape{0}));
  EXPECT_THAT(MessageOf(RunOp("RandomNormal", {{"shape", std::vector<int64_t>{-3}}}, {})),
              HasSubstr("shape holds -3"));
}

}  // namespace
}  // namespace assay::ops
