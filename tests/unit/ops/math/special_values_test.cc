// IsInf, IsNaN: attributes and uncertain elements.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(IsInf, FollowsItsAttributes) {
  const Known x = Floats({4}, {kInf, -kInf, kNaN, 1});
  EXPECT_THAT(Values(RunOp("IsInf", {}, {x})), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(Values(RunOp("IsInf", {{"detect_negative", int64_t{0}}}, {x})),
              ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(Values(RunOp("IsInf", {{"detect_positive", int64_t{0}}}, {x})),
              ElementsAre(0, 1, 0, 0));
}

TEST(IsInf, AResultThatMayHaveOverflowedIsEither) {
  const Int y =
      (*RunOp("IsInf", {}, {Reals({1}, {{1e38, 1e38, kInf, Nan::kNever}})}))[0].tensor.integer(0);
  EXPECT_EQ(y.lo, 0);
  EXPECT_EQ(y.hi, 1);
}

TEST(IsNaN, TellsNanFromNumbers) {
  EXPECT_THAT(Values(RunOp("IsNaN", {}, {Floats({3}, {kNaN, kInf, 0})})), ElementsAre(1, 0, 0));
  const Int y = (*RunOp("IsNaN", {}, {Reals({1}, {{1, 1, 1, Nan::kMay}})}))[0].tensor.integer(0);
  EXPECT_EQ(y.lo, 0);
  EXPECT_EQ(y.hi, 1);
}

}  // namespace
}  // namespace assay::ops
