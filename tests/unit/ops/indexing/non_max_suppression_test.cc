// NonMaxSuppression.
#include "../op_test.h"

namespace assay::ops::non_max_suppression_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Three unit squares: at 0, half overlapping it (overlap 1/3), and far away.
Known Squares() { return Floats({1, 3, 4}, {0, 0, 1, 1, 0, 0.5, 1, 1.5, 5, 5, 6, 6}); }
Known Limit(double x) { return Ints({1}, {x}); }
Known One(double x) { return Floats({1}, {x}); }

TEST(NonMaxSuppression, DropsWhatOverlaps) {
  const Known scores = Floats({1, 1, 3}, {0.75, 0.5, 0.875});
  EXPECT_THAT(Values(RunOp("NonMaxSuppression", {}, {Squares(), scores, Limit(3), One(0.25)})),
              ElementsAre(0, 0, 2, 0, 0, 0));
  EXPECT_THAT(Values(RunOp("NonMaxSuppression", {}, {Squares(), scores, Limit(3), One(0.5)})),
              ElementsAre(0, 0, 2, 0, 0, 0, 0, 0, 1));
  EXPECT_THAT(
      Values(RunOp("NonMaxSuppression", {}, {Squares(), scores, Limit(3), One(0.5), One(0.625)})),
      ElementsAre(0, 0, 2, 0, 0, 0));
  EXPECT_THAT(Values(RunOp("NonMaxSuppression", {}, {Squares(), scores, Limit(1), One(0.5)})),
              ElementsAre(0, 0, 2));
}

TEST(NonMaxSuppression, NothingByDefault) {
  EXPECT_EQ(ShapeOf(RunOp("NonMaxSuppression", {}, {Squares(), Floats({1, 1, 3}, {1, 2, 3})})),
            (Shape{0, 3}));
}

TEST(NonMaxSuppression, EqualScoresOfDifferentBoxes) {
  // Boxes 0 and 1 exclude each other: one of them is chosen, in either place relative to box 2.
  const auto y = RunOp("NonMaxSuppression", {},
                       {Squares(), Floats({1, 1, 3}, {0.5, 0.5, 0.25}), Limit(3), One(0.25)});
  ASSERT_EQ(ShapeOf(y), (Shape{2, 3}));
  EXPECT_EQ((*y)[0].tensor.integer(2).lo, 0);
  EXPECT_EQ((*y)[0].tensor.integer(2).hi, 1);
  EXPECT_EQ((*y)[0].tensor.integer(5).lo, 2);
}

TEST(NonMaxSuppression, ComparisonsThatRoundingCouldTurn) {
  const Known scores = Floats({1, 1, 3}, {0.75, 0.5, 0.25});
  EXPECT_TRUE(IsUndetermined(RunOp(
      "NonMaxSuppression", {}, {Squares(), scores, Limit(3), Reals({1}, {Between(0.3, 0.4)})})));
  EXPECT_TRUE(IsUndetermined(
      RunOp("NonMaxSuppression", {}, {Squares(), scores, Limit(3), One(0.25), One(0.5)})));
}

TEST(NonMaxSuppression, RefusesWrongShapes) {
  EXPECT_THAT(MessageOf(RunOp("NonMaxSuppression", {}, {Squares(), Floats({1, 1, 2}, {1, 2})})),
              HasSubstr("do not belong together"));
  EXPECT_THAT(MessageOf(RunOp("NonMaxSuppression", {},
                              {Squares(), Floats({1, 1, 3}, {1, 2, 3}), Limit(1), One(2)})),
              HasSubstr("[0, 1]"));
}

}  // namespace
}  // namespace assay::ops::non_max_suppression_test
