#include "mutate/weights.h"

#include <gtest/gtest.h>

namespace assay::mutate {
namespace {

Tensor Matrix() {
  const double values[] = {1, 2, 3, 4, 5, 6};
  return MakeTensor(DType::kFloat32, {2, 3}, values);
}

TEST(Weights, Transposed) {
  const int64_t perm[] = {1, 0};
  const Tensor out = Transposed(Matrix(), perm);
  EXPECT_EQ(out.shape(), (Shape{3, 2}));
  EXPECT_EQ(out.RealAt(1), 4);
  EXPECT_EQ(out.RealAt(4), 3);
}

TEST(Weights, ConvertedRoundsToTheType) {
  const double third[] = {1.0 / 3};
  const Tensor out = Converted(MakeTensor(DType::kFloat64, {1}, third), DType::kFloat16);
  EXPECT_EQ(out.dtype(), DType::kFloat16);
  EXPECT_NEAR(out.RealAt(0), 1.0 / 3, 2e-4);
  EXPECT_NE(out.RealAt(0), 1.0 / 3);
}

TEST(Weights, RandomOnesKeepTheScale) {
  Rng rng(1);
  const Tensor out = RandomWeights(rng, DType::kFloat32, {100, 100}, 100);
  EXPECT_NEAR(StandardDeviation(out), 0.1, 0.01);
  EXPECT_LT(LargestMagnitude(out), 1);
}

TEST(Weights, OutsideIsZero) {
  EXPECT_EQ(RealAtIndex(Matrix(), {1, 2}), 6);
  EXPECT_EQ(RealAtIndex(Matrix(), {1, 3}), 0);
  EXPECT_EQ(RealAtIndex(Matrix(), {-1, 0}), 0);
}

}  // namespace
}  // namespace assay::mutate
