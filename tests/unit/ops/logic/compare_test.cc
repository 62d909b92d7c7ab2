// Comparisons: broadcasting, NaN, strings, uncertain and unsigned operands.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Compare, BroadcastsAndCompares) {
  const std::vector<Known> x = {Floats({3}, {1, 2, 3}), Floats({1}, {2})};
  EXPECT_THAT(Values(RunOp("Less", {}, x)), ElementsAre(1, 0, 0));
  EXPECT_THAT(Values(RunOp("LessOrEqual", {}, x)), ElementsAre(1, 1, 0));
  EXPECT_THAT(Values(RunOp("Greater", {}, x)), ElementsAre(0, 0, 1));
  EXPECT_THAT(Values(RunOp("GreaterOrEqual", {}, x)), ElementsAre(0, 1, 1));
  EXPECT_THAT(Values(RunOp("Equal", {}, x)), ElementsAre(0, 1, 0));
  EXPECT_THAT(Values(RunOp("Equal", {}, {Strings({2}, {"a", "b"}), Strings({1}, {"b"})})),
              ElementsAre(0, 1));
}

TEST(Compare, NanIsFalseEverywhere) {
  for (const char* op : {"Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal"})
    EXPECT_THAT(Values(RunOp(op, {}, {Floats({1}, {kNaN}), Floats({1}, {kNaN})})), ElementsAre(0))
        << op;
}

TEST(Compare, TouchingIntervalsGoEitherWay) {
  const Known x = Reals({1}, {Between(1, 2)});
  EXPECT_FALSE(Exact(RunOp("Less", {}, {x, Floats({1}, {2})})));
  EXPECT_TRUE(Exact(RunOp("LessOrEqual", {}, {x, Floats({1}, {2})})));
  EXPECT_TRUE(Exact(RunOp("Equal", {}, {x, Floats({1}, {3})})));
}

TEST(Compare, UncertainUnsignedSixtyFourBitsGoEitherWay) {
  const Known full = IntRanges({1}, {{5, INT64_MIN, INT64_MAX}}, DType::kUint64);
  const Int y = (*RunOp("Less", {}, {full, IntRanges({1}, {Int::Point(-2)}, DType::kUint64)}))[0]
                    .tensor.integer(0);
  EXPECT_EQ(y.lo, 0);
  EXPECT_EQ(y.hi, 1);
}

TEST(Compare, RefusesShapesThatDoNotBroadcast) {
  EXPECT_THAT(MessageOf(RunOp("Less", {}, {Floats({2}, {1, 2}), Floats({3}, {1, 2, 3})})),
              HasSubstr("do not broadcast"));
}

}  // namespace
}  // namespace assay::ops
