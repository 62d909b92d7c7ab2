#include <gtest/gtest.h>

#include "optbug/distance/places.h"

namespace assay::optbug {
namespace {

TEST(DirectoryDistance, IsTheLongerRest) {
  // The paper's own example.
  EXPECT_EQ(DirectoryDistance("torch/ao/quantization/experimental", "torch/jit"), 3);
  EXPECT_EQ(DirectoryDistance("torch/jit", "torch/ao/quantization/experimental"), 3);
  EXPECT_EQ(DirectoryDistance("torch/jit", "torch/jit"), 0);
  EXPECT_EQ(DirectoryDistance("torch", "torch/jit"), 1);
  EXPECT_EQ(DirectoryDistance("torch/nn/modules", "torch/nn/utils"), 1);
}

TEST(DirectoryDistance, ComparesWholeLevels) {
  EXPECT_EQ(DirectoryDistance("torch/nn", "torch/nnx"), 1);
  EXPECT_EQ(DirectoryDistance("torch/jit", "keras/src"), 2);
  EXPECT_EQ(DirectoryDistance("", "torch/jit"), 2);
}

}  // namespace
}  // namespace assay::optbug
