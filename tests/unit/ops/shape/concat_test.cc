// Concat.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Concat, JoinsAlongTheLastAxis) {
  const auto y = RunOp("Concat", {{"axis", int64_t{-1}}},
                       {Floats({2, 1}, {1, 2}), Floats({2, 2}, {3, 4, 5, 6})});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 3}));
  EXPECT_THAT(Values(y), ElementsAre(1, 3, 4, 2, 5, 6));
}

TEST(Concat, EmptyInputAddsNothing) {
  const auto y = RunOp("Concat", {{"axis", int64_t{0}}}, {Ints({0}, {}), Ints({2}, {7, 8})});
  EXPECT_THAT(Values(y), ElementsAre(7, 8));
}

TEST(Concat, KeepsBounds) {
  const auto y =
      RunOp("Concat", {{"axis", int64_t{0}}}, {Floats({1}, {1}), Reals({1}, {Between(2, 3)})});
  EXPECT_EQ((*y)[0].tensor.real(0).width(), 0);
  EXPECT_EQ((*y)[0].tensor.real(1).lo, 2);
  EXPECT_EQ((*y)[0].tensor.real(1).hi, 3);
}

TEST(Concat, RefusesOtherSizes) {
  EXPECT_THAT(MessageOf(RunOp("Concat", {{"axis", int64_t{0}}},
                              {Floats({1, 2}, {1, 2}), Floats({1, 3}, {1, 2, 3})})),
              HasSubstr("cannot be joined"));
}

}  // namespace
}  // namespace assay::ops
