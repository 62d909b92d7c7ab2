// GatherND.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Cube() { return Floats({2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}); }

TEST(GatherND, TuplesNameSlices) {
  const auto y = RunOp("GatherND", {}, {Cube(), Ints({2, 2}, {0, 1, 1, 0})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 2}));
  EXPECT_THAT(Values(y), ElementsAre(2, 3, 4, 5));
}

TEST(GatherND, WithinBatches) {
  EXPECT_THAT(
      Values(RunOp("GatherND", {{"batch_dims", int64_t{1}}}, {Cube(), Ints({2, 1}, {1, 0})})),
      ElementsAre(2, 3, 4, 5));
}

TEST(GatherND, UncertainTuple) {
  const auto y =
      RunOp("GatherND", {}, {Cube(), IntRanges({1, 3}, {{0, 0, 1}, Int::Point(0), {1, 0, 1}})});
  const Real r = (*y)[0].tensor.real(0);
  EXPECT_EQ(r.v, 1);
  EXPECT_EQ(r.lo, 0);
  EXPECT_EQ(r.hi, 5);
}

TEST(GatherND, RefusesLongTuples) {
  EXPECT_THAT(MessageOf(RunOp("GatherND", {}, {Cube(), Ints({4}, {0, 0, 0, 0})})),
              HasSubstr("length 4"));
  EXPECT_THAT(MessageOf(RunOp("GatherND", {{"batch_dims", int64_t{3}}}, {Cube(), Ints({1}, {0})})),
              HasSubstr("batch_dims 3"));
}

}  // namespace
}  // namespace assay::ops
