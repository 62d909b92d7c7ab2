// Order of elements that lie in intervals.
#include "ops/indexing/order.h"

#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Row RowWith(const std::vector<Real>& values) {
  return RowOf(Reals({static_cast<int64_t>(values.size())}, values).tensor, 0, 1,
               static_cast<int64_t>(values.size()), false);
}

TEST(Order, FirstOrLastOfEqualOnes) {
  const Row row = RowWith({Real::Point(1), Real::Point(3), Real::Point(3)});
  EXPECT_THAT(LargestOf(row, false).possible, ElementsAre(1));
  EXPECT_THAT(LargestOf(row, true).possible, ElementsAre(2));
}

TEST(Order, OverlapsLeaveSeveral) {
  const Row row = RowWith({Between(1, 2), Real::Point(0), Between(1.5, 3), Real::Point(1.5)});
  // The last one reaches 1.5, which the third has at least: it loses the tie against an earlier
  // position.
  EXPECT_THAT(LargestOf(row, false).possible, ElementsAre(0, 2));
  EXPECT_THAT(LargestOf(row, true).possible, ElementsAre(0, 2, 3));
  EXPECT_EQ(LargestOf(row, false).likely, 2);
}

TEST(Order, Ranks) {
  const Ranks ranks =
      RanksOf(RowWith({Real::Point(2), Between(1, 3), Real::Point(2), Real::Point(0)}));
  EXPECT_THAT(ranks.first, ElementsAre(0, 0, 1, 3));
  EXPECT_THAT(ranks.last, ElementsAre(1, 2, 2, 3));
}

TEST(Order, UnsignedNumbersCompareUnsigned) {
  const Bounded x = IntRanges({2}, {Int::Point(-1), Int::Point(5)}, DType::kUint64).tensor;
  EXPECT_EQ(LargestOf(RowOf(x, 0, 1, 2, false), false).likely, 0);
}

}  // namespace
}  // namespace assay::ops
