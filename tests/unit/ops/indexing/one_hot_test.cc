// OneHot.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known OffOn() { return Floats({2}, {-1, 5}); }

TEST(OneHot, PutsOnValueAtTheIndex) {
  const auto y =
      RunOp("OneHot", {{"axis", int64_t{0}}}, {Ints({3}, {0, -1, 7}), Ints({}, {2}), OffOn()});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 3}));
  EXPECT_THAT(Values(y), ElementsAre(5, -1, -1, -1, 5, -1));
}

TEST(OneHot, NegativeIndicesBeforeOpset11) {
  EXPECT_THAT(Values(RunOp("OneHot", {}, {Ints({1}, {-1}), Ints({1}, {2}), OffOn()}, {.opset = 9})),
              ElementsAre(-1, -1));
}

TEST(OneHot, FloatIndicesAreCast) {
  const auto y = RunOp("OneHot", {}, {Reals({1}, {Between(0.5, 1.5)}), Floats({}, {3}), OffOn()});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, -1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 5);
  EXPECT_EQ((*y)[0].tensor.real(1).hi, 5);
  EXPECT_EQ((*y)[0].tensor.real(2).hi, -1);
}

TEST(OneHot, RefusesWrongValues) {
  EXPECT_THAT(
      MessageOf(RunOp("OneHot", {}, {Ints({1}, {0}), Ints({}, {2}), Floats({3}, {1, 2, 3})})),
      HasSubstr("off and on"));
  EXPECT_THAT(MessageOf(RunOp("OneHot", {}, {Ints({1}, {0}), Ints({}, {-2}), OffOn()})),
              HasSubstr("depth"));
}

}  // namespace
}  // namespace assay::ops
