// ConcatFromSequence.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Two() { return Known::Sequence({Floats({2}, {1, 2}), Floats({2}, {3, 4})}); }

TEST(ConcatFromSequence, JoinsOrStacks) {
  EXPECT_THAT(Values(RunOp("ConcatFromSequence", {{"axis", int64_t{0}}}, {Two()})),
              ElementsAre(1, 2, 3, 4));
  const auto y =
      RunOp("ConcatFromSequence", {{"axis", int64_t{-1}}, {"new_axis", int64_t{1}}}, {Two()});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(1, 3, 2, 4));
}

TEST(ConcatFromSequence, RefusesEmptyAndUneven) {
  EXPECT_THAT(MessageOf(RunOp("ConcatFromSequence", {{"axis", int64_t{0}}}, {Known::Sequence({})})),
              HasSubstr("empty"));
  const Known uneven = Known::Sequence({Floats({2}, {1, 2}), Floats({1}, {3})});
  EXPECT_THAT(Values(RunOp("ConcatFromSequence", {{"axis", int64_t{0}}}, {uneven})),
              ElementsAre(1, 2, 3));
  EXPECT_FALSE(
      RunOp("ConcatFromSequence", {{"axis", int64_t{0}}, {"new_axis", int64_t{1}}}, {uneven}).ok());
}

}  // namespace
}  // namespace assay::ops
