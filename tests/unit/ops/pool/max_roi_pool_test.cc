#include "tests/unit/ops/op_test.h"

namespace assay::ops::max_roi_pool_test {
namespace {

using testing::ElementsAre;

const Known kImage = Floats({1, 1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});

TEST(MaxRoiPool, LargestPerBin) {
  const auto y = RunOp("MaxRoiPool", {{"pooled_shape", std::vector<int64_t>{1, 2}}},
                       {kImage, Floats({1, 5}, {0, 0, 0, 3, 1})});
  EXPECT_THAT(Values(y), ElementsAre(6, 8));
}

TEST(MaxRoiPool, HalvesAreOpen) {
  const auto y = RunOp("MaxRoiPool", {{"pooled_shape", std::vector<int64_t>{1, 1}}},
                       {kImage, Floats({1, 5}, {0, 0.5, 0, 3, 1})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).undetermined());
}

TEST(MaxRoiPool, Refuses) {
  EXPECT_FALSE(RunOp("MaxRoiPool", {{"pooled_shape", std::vector<int64_t>{1, 1}}},
                     {kImage, Floats({1, 5}, {3, 0, 0, 3, 1})})
                   .ok());
  EXPECT_FALSE(RunOp("MaxRoiPool", {{"pooled_shape", std::vector<int64_t>{0, 1}}},
                     {kImage, Floats({1, 5}, {0, 0, 0, 3, 1})})
                   .ok());
}

}  // namespace
}  // namespace assay::ops::max_roi_pool_test
