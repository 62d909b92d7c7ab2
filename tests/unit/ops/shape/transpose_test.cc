// Transpose.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Transpose, ReversesOrPermutes) {
  const Known x = Ints({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(Values(RunOp("Transpose", {}, {x})), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(Values(RunOp("Transpose", {{"perm", std::vector<int64_t>{0, 1}}}, {x})),
              ElementsAre(1, 2, 3, 4, 5, 6));
  const Known cube = Ints({1, 2, 2}, {1, 2, 3, 4});
  const auto y = RunOp("Transpose", {{"perm", std::vector<int64_t>{2, 0, 1}}}, {cube});
  EXPECT_EQ(ShapeOf(y), Shape({2, 1, 2}));
  EXPECT_THAT(Values(y), ElementsAre(1, 3, 2, 4));
}

TEST(Transpose, ScalarsAndNothing) {
  EXPECT_THAT(Values(RunOp("Transpose", {}, {Ints({}, {7})})), ElementsAre(7));
  EXPECT_EQ(ShapeOf(RunOp("Transpose", {}, {Ints({0, 3}, {})})), Shape({3, 0}));
}

TEST(Transpose, RefusesWhatIsNoPermutation) {
  const Known x = Ints({1, 2}, {1, 2});
  EXPECT_THAT(MessageOf(RunOp("Transpose", {{"perm", std::vector<int64_t>{0, 0}}}, {x})),
              HasSubstr("twice"));
  EXPECT_THAT(MessageOf(RunOp("Transpose", {{"perm", std::vector<int64_t>{0}}}, {x})),
              HasSubstr("1 entries for rank 2"));
}

}  // namespace
}  // namespace assay::ops
