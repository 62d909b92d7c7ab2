// Shape, Size.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ShapeOp, CutsAndClamps) {
  const Known x = Floats({2, 0, 4}, {});
  EXPECT_THAT(Values(RunOp("Shape", {}, {x})), ElementsAre(2, 0, 4));
  EXPECT_THAT(Values(RunOp("Shape", {{"start", int64_t{-1}}}, {x})), ElementsAre(4));
  EXPECT_THAT(Values(RunOp("Shape", {{"start", int64_t{-9}}, {"end", int64_t{-1}}}, {x})),
              ElementsAre(2, 0));
  EXPECT_THAT(Values(RunOp("Shape", {{"start", int64_t{2}}, {"end", int64_t{1}}}, {x})), IsEmpty());
  EXPECT_THAT(Values(RunOp("Shape", {{"start", INT64_MIN}, {"end", INT64_MAX}}, {x})),
              ElementsAre(2, 0, 4));
}

TEST(SizeOp, CountsElements) {
  EXPECT_THAT(Values(RunOp("Size", {}, {Floats({2, 3}, {1, 2, 3, 4, 5, 6})})), ElementsAre(6));
  EXPECT_THAT(Values(RunOp("Size", {}, {Floats({}, {1})})), ElementsAre(1));
}

}  // namespace
}  // namespace assay::ops
