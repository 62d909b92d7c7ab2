// SequenceConstruct, -Empty, -Insert, -Erase, -At, -Length.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Three() { return Known::Sequence({Ints({1}, {1}), Ints({2}, {2, 3}), Ints({}, {4})}); }

TEST(Sequence, ConstructAndLength) {
  const auto y = RunOp("SequenceConstruct", {}, {Ints({1}, {1}), Ints({2}, {2, 3})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_THAT(Values(RunOp("SequenceLength", {}, {(*y)[0]})), ElementsAre(2));
  EXPECT_EQ((*RunOp("SequenceEmpty", {}, {}))[0].items.size(), 0u);
}

TEST(Sequence, At) {
  EXPECT_THAT(Values(RunOp("SequenceAt", {}, {Three(), Ints({}, {1})})), ElementsAre(2, 3));
  EXPECT_THAT(Values(RunOp("SequenceAt", {}, {Three(), Ints({}, {-1})})), ElementsAre(4));
  EXPECT_THAT(MessageOf(RunOp("SequenceAt", {}, {Three(), Ints({}, {3})})),
              HasSubstr("position 3"));
  EXPECT_TRUE(IsUndetermined(RunOp("SequenceAt", {}, {Three(), IntRanges({}, {{0, 0, 1}})})));
}

TEST(Sequence, InsertAndErase) {
  const auto longer = RunOp("SequenceInsert", {}, {Three(), Ints({1}, {9}), Ints({}, {-3})});
  ASSERT_TRUE(longer.ok()) << MessageOf(longer);
  EXPECT_THAT(Values((*longer)[0].items[0]), ElementsAre(9));
  const auto appended = RunOp("SequenceInsert", {}, {Three(), Ints({1}, {9})});
  EXPECT_THAT(Values((*appended)[0].items[3]), ElementsAre(9));
  const auto shorter = RunOp("SequenceErase", {}, {Three(), Ints({}, {0})});
  EXPECT_THAT(Values((*shorter)[0].items[0]), ElementsAre(2, 3));
  EXPECT_EQ((*RunOp("SequenceErase", {}, {Three()}))[0].items.size(), 2u);
  EXPECT_THAT(MessageOf(RunOp("SequenceErase", {}, {Known::Sequence({})})), HasSubstr("empty"));
}

TEST(Sequence, RefusesOtherElementTypes) {
  EXPECT_FALSE(RunOp("SequenceInsert", {}, {Three(), Floats({1}, {9})}).ok());
}

}  // namespace
}  // namespace assay::ops
