// Which positions an index may name.
#include "ops/indexing/positions.h"

#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Positions, CertainIndex) {
  EXPECT_THAT(*PositionsOf(Int::Point(-1), 3), ElementsAre(2));
  EXPECT_FALSE(PositionsOf(Int::Point(3), 3).ok());
  EXPECT_FALSE(PositionsOf(Int::Point(-1), 3, false).ok());
}

TEST(Positions, UncertainIndexLikelyFirst) {
  EXPECT_THAT(*PositionsOf({1, 0, 9}, 3), ElementsAre(1, 0, 2));
  EXPECT_THAT(*PositionsOf({0, -1, 0}, 3), ElementsAre(0, 2));
  EXPECT_EQ(PositionsOf({0, INT64_MIN, INT64_MAX}, 3)->size(), 3u);
}

TEST(Positions, Tuples) {
  const Int tuple[] = {Int::Point(1), {0, 0, 1}};
  const int64_t sizes[] = {2, 2}, strides[] = {2, 1};
  EXPECT_THAT(*OffsetsOf(tuple, sizes, strides), ElementsAre(2, 3));
}

}  // namespace
}  // namespace assay::ops
