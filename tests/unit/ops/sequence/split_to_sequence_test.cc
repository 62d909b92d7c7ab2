// SplitToSequence.
#include "../op_test.h"

namespace assay::ops::split_to_sequence_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Known Row() { return Floats({5}, {1, 2, 3, 4, 5}); }

TEST(SplitToSequence, ScalarListOrNothing) {
  const auto chunks = RunOp("SplitToSequence", {}, {Row(), Ints({}, {2})});
  ASSERT_TRUE(chunks.ok()) << MessageOf(chunks);
  ASSERT_EQ((*chunks)[0].items.size(), 3u);
  EXPECT_THAT(Values((*chunks)[0].items[2]), ElementsAre(5));
  const auto listed = RunOp("SplitToSequence", {}, {Row(), Ints({2}, {1, 4})});
  EXPECT_THAT(Values((*listed)[0].items[1]), ElementsAre(2, 3, 4, 5));
  const auto single = RunOp("SplitToSequence", {{"keepdims", int64_t{0}}}, {Row()});
  ASSERT_EQ((*single)[0].items.size(), 5u);
  EXPECT_EQ((*single)[0].items[0].tensor.shape(), Shape{});
}

TEST(SplitToSequence, RefusesWhatDoesNotAddUp) {
  EXPECT_THAT(MessageOf(RunOp("SplitToSequence", {}, {Row(), Ints({2}, {1, 1})})),
              HasSubstr("does not add up"));
  EXPECT_THAT(MessageOf(RunOp("SplitToSequence", {}, {Row(), Ints({}, {0})})),
              HasSubstr("positive"));
}

}  // namespace
}  // namespace assay::ops::split_to_sequence_test
