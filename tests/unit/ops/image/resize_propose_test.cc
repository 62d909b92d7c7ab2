#include "ops/image/resize_propose.h"

#include <gtest/gtest.h>

namespace assay::ops {
namespace {

TEST(ResizePropose, FollowsTheOpset) {
  const std::vector<TensorType> inputs{TensorType(DType::kFloat32, Shape{1, 2, 3, 4})};
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    const auto old = ProposeResize({rng, 10, inputs});
    ASSERT_TRUE(old.has_value());
    EXPECT_EQ(old->constants.size(), 1U);
    const auto now = ProposeResize({rng, 13, inputs});
    EXPECT_FALSE(now.has_value() && now->attrs.Has("antialias"));
    const auto seven = ProposeUpsample({rng, 7, inputs});
    ASSERT_TRUE(seven.has_value());
    EXPECT_TRUE(seven->attrs.Has("scales"));
    EXPECT_FALSE(ProposeUpsample({rng, 10, inputs}).has_value());
  }
}

TEST(ResizePropose, NoFit) {
  Rng rng(1);
  const std::vector<TensorType> inputs{TensorType(DType::kFloat32, Shape{})};
  EXPECT_FALSE(ProposeResize({rng, 19, inputs}).has_value());
}

}  // namespace
}  // namespace assay::ops
