// CenterCropPad.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CenterCropPad, OddDifferencesGoToTheEnd) {
  const Known x = Floats({4}, {1, 2, 3, 4});
  EXPECT_THAT(Values(RunOp("CenterCropPad", {}, {x, Ints({1}, {1})})), ElementsAre(2));
  EXPECT_THAT(Values(RunOp("CenterCropPad", {}, {x, Ints({1}, {7})})),
              ElementsAre(0, 1, 2, 3, 4, 0, 0));
}

TEST(CenterCropPad, SomeAxes) {
  const auto y = RunOp("CenterCropPad", {{"axes", std::vector<int64_t>{-1}}},
                       {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Ints({1}, {1})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 1}));
  EXPECT_THAT(Values(y), ElementsAre(2, 5));
}

TEST(CenterCropPad, RefusesWrongSizes) {
  EXPECT_THAT(MessageOf(RunOp("CenterCropPad", {}, {Floats({2}, {1, 2}), Ints({2}, {1, 1})})),
              HasSubstr("2 entries for 1 axes"));
  EXPECT_THAT(MessageOf(RunOp("CenterCropPad", {}, {Floats({2}, {1, 2}), Ints({1}, {-1})})),
              HasSubstr("negative"));
}

}  // namespace
}  // namespace assay::ops
