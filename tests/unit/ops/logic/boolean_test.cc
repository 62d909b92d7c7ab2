// And, Or, Xor, Not: truth tables and uncertain operands.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Boolean, FollowsTheTruthTables) {
  const std::vector<Known> x = {Bools({2, 1}, {0, 1}), Bools({2}, {0, 1})};
  EXPECT_THAT(Values(RunOp("And", {}, x)), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(Values(RunOp("Or", {}, x)), ElementsAre(0, 1, 1, 1));
  EXPECT_THAT(Values(RunOp("Xor", {}, x)), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(Values(RunOp("Not", {}, {Bools({2}, {0, 1})})), ElementsAre(1, 0));
}

TEST(Boolean, AnUncertainOperandMayNotMatter) {
  const Known unsure = IntRanges({1}, {{0, 0, 1}}, DType::kBool);
  EXPECT_TRUE(Exact(RunOp("And", {}, {unsure, Bools({1}, {0})})));
  EXPECT_FALSE(Exact(RunOp("And", {}, {unsure, Bools({1}, {1})})));
  EXPECT_TRUE(Exact(RunOp("Or", {}, {unsure, Bools({1}, {1})})));
  EXPECT_FALSE(Exact(RunOp("Not", {}, {unsure})));
}

TEST(Boolean, RefusesNumbers) {
  EXPECT_THAT(MessageOf(RunOp("And", {}, {Ints({1}, {1}), Ints({1}, {1})})),
              HasSubstr("may not be"));
}

}  // namespace
}  // namespace assay::ops
