// ConstantOfShape.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ConstantOfShape, FillsWithTheValue) {
  const int64_t seven[] = {7};
  const auto y = RunOp("ConstantOfShape", {{"value", MakeIntTensor(DType::kInt32, {1}, seven)}},
                       {Ints({2}, {1, 3})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 3}));
  EXPECT_THAT(Values(y), ElementsAre(7, 7, 7));
}

TEST(ConstantOfShape, DefaultsToFloatZeros) {
  const auto y = RunOp("ConstantOfShape", {}, {Ints({0}, {})});
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kFloat32);
  EXPECT_THAT(Values(y), ElementsAre(0));
  EXPECT_EQ(ShapeOf(RunOp("ConstantOfShape", {}, {Ints({2}, {0, 4})})), (Shape{0, 4}));
}

TEST(ConstantOfShape, RefusesWhatIsNoShape) {
  EXPECT_THAT(MessageOf(RunOp("ConstantOfShape", {}, {Ints({1}, {-2})})), HasSubstr("negative"));
  EXPECT_THAT(MessageOf(RunOp("ConstantOfShape", {}, {Ints({2}, {1e15, 1e15})})),
              HasSubstr("too large"));
  EXPECT_TRUE(IsUndetermined(RunOp("ConstantOfShape", {}, {IntRanges({1}, {{2, 2, 3}})})));
}

}  // namespace
}  // namespace assay::ops
