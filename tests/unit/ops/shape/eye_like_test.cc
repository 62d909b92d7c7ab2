// EyeLike.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(EyeLike, PutsOnesOnADiagonal) {
  const auto y =
      RunOp("EyeLike", {{"k", int64_t{1}}, {"dtype", static_cast<int64_t>(DType::kFloat64)}},
            {Numbers(DType::kInt32, {2, 3}, {9, 9, 9, 9, 9, 9})});
  EXPECT_EQ((*y)[0].tensor.dtype(), DType::kFloat64);
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 0, 0, 0, 1));
}

TEST(EyeLike, DiagonalOutsideTheMatrix) {
  for (const int64_t k : {int64_t{-2}, int64_t{3}, INT64_MIN, INT64_MAX})
    EXPECT_THAT(Values(RunOp("EyeLike", {{"k", k}}, {Floats({2, 3}, {1, 1, 1, 1, 1, 1})})),
                ElementsAre(0, 0, 0, 0, 0, 0))
        << k;
}

TEST(EyeLike, RefusesOtherRanks) {
  EXPECT_THAT(MessageOf(RunOp("EyeLike", {}, {Floats({2}, {1, 2})})), HasSubstr("needs a matrix"));
}

}  // namespace
}  // namespace assay::ops
