// Pad.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Attrs Mode(const char* mode) { return {{"mode", std::string(mode)}}; }

TEST(Pad, ConstantAddsAndRemoves) {
  const auto y = RunOp("Pad", {}, {Floats({3}, {1, 2, 3}), Ints({2}, {2, -1}), Floats({}, {9})});
  EXPECT_THAT(Values(y), ElementsAre(9, 9, 1, 2));
}

TEST(Pad, ReflectRepeatsWhenThePadIsLonger) {
  // Period 4 over 1 2 3: .. 1 2 3 2 | 1 2 3 | 2 1 2 ..
  EXPECT_THAT(Values(RunOp("Pad", Mode("reflect"), {Floats({3}, {1, 2, 3}), Ints({2}, {4, 3})})),
              ElementsAre(1, 2, 3, 2, 1, 2, 3, 2, 1, 2));
}

TEST(Pad, EdgeAndWrap) {
  EXPECT_THAT(Values(RunOp("Pad", Mode("edge"), {Floats({2}, {1, 2}), Ints({2}, {1, 2})})),
              ElementsAre(1, 1, 2, 2, 2));
  EXPECT_THAT(Values(RunOp("Pad", Mode("wrap"), {Floats({3}, {1, 2, 3}), Ints({2}, {2, 1})})),
              ElementsAre(2, 3, 1, 2, 3, 1));
}

TEST(Pad, AxesMayBeChosen) {
  const auto y =
      RunOp("Pad", {}, {Floats({1, 2}, {1, 2}), Ints({2}, {0, 1}), Known(), Ints({1}, {-1})});
  EXPECT_EQ(ShapeOf(y), (Shape{1, 3}));
  EXPECT_THAT(Values(y), ElementsAre(1, 2, 0));
}

TEST(Pad, CroppedAxisUnderWrapIsOpen) {
  // 2 3 repeated gives 2, the uncropped 1 2 3 gives 1.
  const auto y = RunOp("Pad", Mode("wrap"), {Floats({3}, {1, 2, 3}), Ints({2}, {-1, 1})});
  EXPECT_THAT(Values(y), ElementsAre(2, 3, 2));
  EXPECT_EQ((*y)[0].tensor.real(2).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(2).hi, 2);
}

TEST(Pad, AttributesBeforeOpset11) {
  const Attrs attrs = {{"pads", std::vector<int64_t>{1, 0}}, {"value", 0.5f}};
  EXPECT_THAT(Values(RunOp("Pad", attrs, {Floats({1}, {1})}, {.opset = 10})), ElementsAre(0.5, 1));
}

TEST(Pad, RefusesWhatCannotBe) {
  EXPECT_THAT(MessageOf(RunOp("Pad", {}, {Floats({2}, {1, 2}), Ints({2}, {-2, -1})})),
              HasSubstr("do not fit"));
  EXPECT_THAT(MessageOf(RunOp("Pad", Mode("edge"), {Floats({0}, {}), Ints({2}, {1, 1})})),
              HasSubstr("nothing to repeat"));
  EXPECT_THAT(
      MessageOf(RunOp("Pad", Mode("wrap"), {Floats({1}, {1}), Ints({2}, {1, 1})}, {.opset = 18})),
      HasSubstr("not known"));
  EXPECT_THAT(MessageOf(RunOp("Pad", {}, {Floats({2}, {1, 2}), Ints({1}, {1})})),
              HasSubstr("1 entries for 1 axes"));
  EXPECT_EQ(ShapeOf(RunOp("Pad", {}, {Floats({0, 1}, {}), Ints({4}, {0, 1e14, 0, 0})})),
            (Shape{0, 100000000000001}));
}

}  // namespace
}  // namespace assay::ops
