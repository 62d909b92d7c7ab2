// ReverseSequence.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ReverseSequence, ReversesTheFirstSteps) {
  const auto y = RunOp("ReverseSequence", {{"time_axis", int64_t{1}}, {"batch_axis", int64_t{0}}},
                       {Floats({2, 3}, {1, 2, 3, 4, 5, 6}), Ints({2}, {2, 3})});
  EXPECT_THAT(Values(y), ElementsAre(2, 1, 3, 6, 5, 4));
}

TEST(ReverseSequence, TimeFirstByDefault) {
  EXPECT_THAT(
      Values(RunOp("ReverseSequence", {}, {Floats({2, 2}, {1, 2, 3, 4}), Ints({2}, {1, 2})})),
      ElementsAre(1, 4, 3, 2));
}

TEST(ReverseSequence, RefusesWrongLengths) {
  EXPECT_THAT(MessageOf(RunOp("ReverseSequence", {}, {Floats({2, 1}, {1, 2}), Ints({1}, {3})})),
              HasSubstr("length of 3"));
  EXPECT_THAT(MessageOf(RunOp("ReverseSequence", {{"time_axis", int64_t{1}}},
                              {Floats({2, 1}, {1, 2}), Ints({1}, {1})})),
              HasSubstr("must be 0 and 1"));
}

}  // namespace
}  // namespace assay::ops
