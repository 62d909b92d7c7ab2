// Compress.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Compress, KeepsChosenSlices) {
  const Known x = Floats({3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(Values(RunOp("Compress", {{"axis", int64_t{0}}}, {x, Bools({3}, {0, 1, 1})})),
              ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(Values(RunOp("Compress", {{"axis", int64_t{-1}}}, {x, Bools({1}, {1})})),
              ElementsAre(1, 3, 5));
  EXPECT_THAT(Values(RunOp("Compress", {}, {x, Bools({5}, {0, 1, 0, 0, 1})})), ElementsAre(2, 5));
}

TEST(Compress, UncertainConditionIsUndetermined) {
  EXPECT_TRUE(IsUndetermined(
      RunOp("Compress", {}, {Floats({1}, {1}), IntRanges({1}, {{1, 0, 1}}, DType::kBool)})));
}

TEST(Compress, RefusesPositionsOutside) {
  EXPECT_THAT(MessageOf(RunOp("Compress", {}, {Floats({1}, {1}), Bools({2}, {0, 1})})),
              HasSubstr("position 1"));
}

}  // namespace
}  // namespace assay::ops
