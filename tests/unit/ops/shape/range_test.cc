// Range.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Range, CountsUpAndDown) {
  EXPECT_THAT(Values(RunOp("Range", {}, {Ints({}, {3}), Ints({}, {9}), Ints({}, {3})})),
              ElementsAre(3, 6));
  EXPECT_THAT(Values(RunOp("Range", {}, {Ints({}, {10}), Ints({}, {4}), Ints({}, {-2})})),
              ElementsAre(10, 8, 6));
  EXPECT_THAT(Values(RunOp("Range", {}, {Ints({}, {1}), Ints({}, {0}), Ints({}, {1})})), IsEmpty());
}

TEST(Range, ExactFloatsStayExact) {
  const auto y = RunOp("Range", {}, {Floats({}, {1}), Floats({}, {2}), Floats({}, {0.25})});
  EXPECT_THAT(Values(y), ElementsAre(1, 1.25, 1.5, 1.75));
  EXPECT_TRUE(Exact(y));
}

TEST(Range, AdmitsMultiplyingAndAdding) {
  const auto y = RunOp("Range", {}, {Floats({}, {0}), Floats({}, {1}), Floats({}, {0.1})});
  ASSERT_EQ(ShapeOf(y), Shape{10});
  float added = 0;
  for (int i = 0; i < 10; ++i, added += 0.1f) {
    EXPECT_TRUE((*y)[0].tensor.real(i).contains(static_cast<double>(added))) << i;
    EXPECT_TRUE((*y)[0].tensor.real(i).contains(static_cast<double>(static_cast<float>(i) * 0.1f)))
        << i;
    EXPECT_FALSE((*y)[0].tensor.real(i).contains(0.1 * (i + 0.001))) << i;
  }
}

TEST(Range, CountThatDependsOnRounding) {
  // Around 10 steps: ten elements or eleven.
  const auto y = RunOp("Range", {},
                       {Floats({}, {0}), Reals({}, {Between(2.9999, 3.0001)}), Floats({}, {0.3})});
  EXPECT_TRUE(IsUndetermined(y));
}

TEST(Range, RefusesToStandStill) {
  EXPECT_THAT(MessageOf(RunOp("Range", {}, {Ints({}, {0}), Ints({}, {1}), Ints({}, {0})})),
              HasSubstr("delta is 0"));
  EXPECT_THAT(MessageOf(RunOp("Range", {}, {Ints({}, {0}), Ints({}, {1e15}), Ints({}, {1})})),
              HasSubstr("too large"));
}

TEST(Range, TakesOneElementOnly) {
  // The text has scalars; the standard's own function of AffineGrid gives lists of one element.
  EXPECT_TRUE(RunOp("Range", {}, {Ints({}, {0}), Ints({1}, {3}), Ints({}, {1})}).ok());
  EXPECT_THAT(MessageOf(RunOp("Range", {}, {Ints({}, {0}), Ints({2}, {3, 4}), Ints({}, {1})})),
              HasSubstr("must be a scalar"));
}

}  // namespace
}  // namespace assay::ops
