#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Windows, HannOfFour) {
  const auto y = RunOp("HannWindow", {}, {Numbers(DType::kInt32, {}, {4})});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(0, 1e-12), DoubleNear(0.5, 1e-12),
                                     DoubleNear(1, 1e-12), DoubleNear(0.5, 1e-12)));
}
TEST(Windows, SymmetricHammingAndBlackman) {
  EXPECT_THAT(
      Values(RunOp("HammingWindow", {{"periodic", int64_t{0}}}, {Numbers(DType::kInt32, {}, {3})})),
      ElementsAre(DoubleNear(4.0 / 46, 1e-12), DoubleNear(1, 1e-12), DoubleNear(4.0 / 46, 1e-12)));
  EXPECT_THAT(Values(RunOp("BlackmanWindow", {{"periodic", int64_t{0}}},
                           {Numbers(DType::kInt32, {}, {3})})),
              ElementsAre(DoubleNear(0, 1e-12), DoubleNear(1, 1e-12), DoubleNear(0, 1e-12)));
}
TEST(Windows, EmptySingleAndNegative) {
  EXPECT_EQ(ShapeOf(RunOp("HannWindow", {}, {Numbers(DType::kInt32, {}, {0})})), (Shape{0}));
  const auto one =
      RunOp("HannWindow", {{"periodic", int64_t{0}}}, {Numbers(DType::kInt32, {}, {1})});
  EXPECT_TRUE((*one)[0].tensor.real(0).undetermined());
  EXPECT_THAT(MessageOf(RunOp("HannWindow", {}, {Numbers(DType::kInt32, {}, {-2})})),
              HasSubstr("-2 is negative"));
}
TEST(Windows, IntegersTruncateEitherWay) {
  const auto y =
      RunOp("HannWindow", {{"output_datatype", int64_t{7}}}, {Numbers(DType::kInt32, {}, {4})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_TRUE((*y)[0].tensor.integer(2).contains(0));
  EXPECT_TRUE((*y)[0].tensor.integer(2).contains(1));
  EXPECT_TRUE((*y)[0].tensor.integer(1).point());
}

}  // namespace
}  // namespace assay::ops
