// Slice.
#include "../op_test.h"

namespace assay::ops::slice_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Row() { return Floats({5}, {0, 1, 2, 3, 4}); }

std::vector<double> Sliced(double start, double end, double step) {
  return Values(
      RunOp("Slice", {},
            {Row(), Ints({1}, {start}), Ints({1}, {end}), Ints({1}, {0}), Ints({1}, {step})}));
}

TEST(Slice, ForwardsAndBackwards) {
  EXPECT_THAT(Sliced(1, 4, 2), ElementsAre(1, 3));
  EXPECT_THAT(Sliced(-2, 1000, 1), ElementsAre(3, 4));
  EXPECT_THAT(Sliced(-1, -6, -2), ElementsAre(4, 2, 0));
  EXPECT_THAT(Sliced(10, 1, -1), ElementsAre(4, 3, 2));
  EXPECT_THAT(Sliced(3, 1, 1), IsEmpty());
  // The specification clamps a start to [0, n-1] and an end to [-1, n-1] when stepping backwards;
  // its own implementation is NumPy, which does not.
  EXPECT_TRUE(IsUndetermined(RunOp(
      "Slice", {}, {Row(), Ints({1}, {-10}), Ints({1}, {-10}), Ints({1}, {0}), Ints({1}, {-1})})));
}

TEST(Slice, ExtremeEnds) {
  const auto y = RunOp(
      "Slice", {},
      {Row(), IntRanges({1}, {Int::Point(INT64_MAX)}), IntRanges({1}, {Int::Point(INT64_MIN)}),
       Ints({1}, {-1}), IntRanges({1}, {Int::Point(-4)})});
  EXPECT_THAT(Values(y), ElementsAre(4, 0));
  const auto huge_step = RunOp("Slice", {},
                               {Row(), Ints({1}, {1}), Ints({1}, {5}), Ints({1}, {0}),
                                IntRanges({1}, {Int::Point(INT64_MAX)})});
  EXPECT_THAT(Values(huge_step), ElementsAre(1));
}

TEST(Slice, AttributesBeforeOpset10) {
  const Attrs attrs = {{"starts", std::vector<int64_t>{1}}, {"ends", std::vector<int64_t>{-1}}};
  EXPECT_THAT(Values(RunOp("Slice", attrs, {Row()}, {.opset = 9})), ElementsAre(1, 2, 3));
}

TEST(Slice, OfAnEmptyAxis) {
  EXPECT_EQ(ShapeOf(RunOp("Slice", {},
                          {Floats({0}, {}), Ints({1}, {0}), Ints({1}, {5}), Ints({1}, {0}),
                           Ints({1}, {-1})})),
            Shape{0});
}

TEST(Slice, RefusesStepZeroAndRepeatedAxes) {
  EXPECT_THAT(
      MessageOf(RunOp("Slice", {},
                      {Row(), Ints({1}, {0}), Ints({1}, {5}), Ints({1}, {0}), Ints({1}, {0})})),
      HasSubstr("step is 0"));
  EXPECT_THAT(MessageOf(RunOp("Slice", {},
                              {Row(), Ints({2}, {0, 0}), Ints({2}, {5, 5}), Ints({2}, {0, -1})})),
              HasSubstr("twice"));
}

}  // namespace
}  // namespace assay::ops::slice_test
