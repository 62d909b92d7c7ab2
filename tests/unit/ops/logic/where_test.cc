// Where: selection, broadcasting, uncertain conditions, strings.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Where, PicksByTheCondition) {
  const auto y = RunOp("Where", {}, {Bools({2, 1}, {1, 0}), Floats({2}, {1, 2}), Floats({}, {9})});
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 9, 9));
  EXPECT_EQ((*RunOp("Where", {}, {Bools({1}, {0}), Strings({1}, {"x"}), Strings({1}, {"y"})}))[0]
                .tensor.string(0),
            "y");
}

TEST(Where, AnUncertainConditionAdmitsBoth) {
  const Known unsure = IntRanges({1}, {{1, 0, 1}}, DType::kBool);
  const Real y =
      (*RunOp("Where", {}, {unsure, Floats({1}, {1}), Floats({1}, {kNaN})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(1));
  EXPECT_TRUE(y.contains(kNaN));
  EXPECT_TRUE(
      IsUndetermined(RunOp("Where", {}, {unsure, Strings({1}, {"x"}), Strings({1}, {"y"})})));
}

TEST(Where, RefusesMixedTypes) {
  EXPECT_THAT(MessageOf(RunOp("Where", {}, {Bools({1}, {1}), Floats({1}, {1}), Ints({1}, {1})})),
              HasSubstr("same type"));
}

}  // namespace
}  // namespace assay::ops
