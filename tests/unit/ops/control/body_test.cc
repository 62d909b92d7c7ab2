// What operators with subgraphs share.
#include "ops/control/body.h"

#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Collect, NoIterationsNeedADeclaredShape) {
  const auto empty = Collect({}, 0, ValueType(TensorType(DType::kFloat32, Shape{2})));
  ASSERT_TRUE(empty.ok());
  EXPECT_EQ(empty->tensor.shape(), (Shape{0, 2}));
  EXPECT_EQ(Collect({}, 0, ValueType())->kind, Known::Kind::kUndetermined);
}

TEST(Collect, StacksAlongTheAxis) {
  const Known parts[] = {Floats({2}, {1, 2}), Floats({2}, {3, 4})};
  EXPECT_THAT(Values(*Collect(parts, -1, ValueType())), ElementsAre(1, 3, 2, 4));
  const Known uneven[] = {Floats({2}, {1, 2}), Floats({1}, {3})};
  EXPECT_FALSE(Collect(uneven, 0, ValueType()).ok());
}

TEST(CertainBool, RefusesDoubt) {
  EXPECT_TRUE(*CertainBool(Bools({1}, {1}), "c"));
  EXPECT_EQ(CertainBool(IntRanges({}, {{0, 0, 1}}, DType::kBool), "c").error().kind,
            ErrorKind::kUndetermined);
  EXPECT_EQ(CertainBool(Floats({}, {1}), "c").error().kind, ErrorKind::kInvalid);
}

}  // namespace
}  // namespace assay::ops
