#include "ops/conv/transformed.h"

#include <gtest/gtest.h>

namespace assay::ops::transformed_test {
namespace {

const WindowAxes kThree{{.in = 16, .kernel = 3, .begin = 1, .end = 1, .out = 16},
                        {.in = 16, .kernel = 3, .begin = 1, .end = 1, .out = 16}};

TEST(Transformed, OnlyWhereLibrariesWouldDoIt) {
  const Bounded x(DType::kFloat32, Shape{1, 8, 16, 16});
  const Arith lenient(DType::kFloat32, Rules{.tier = Tier::kLenient}),
      strict(DType::kFloat32, Rules{.tier = Tier::kStrict});
  EXPECT_FALSE(TransformedMagnitude(lenient, x, 8, 1, kThree).empty());
  EXPECT_TRUE(TransformedMagnitude(strict, x, 8, 1, kThree).empty());
  EXPECT_TRUE(TransformedMagnitude(lenient, x, 4, 1, kThree).empty());
  EXPECT_TRUE(TransformedMagnitude(lenient, x, 8, 8, kThree).empty());
  WindowAxes strided = kThree;
  strided[0].stride = 2;
  EXPECT_TRUE(TransformedMagnitude(lenient, x, 8, 1, strided).empty());
}

TEST(Transformed, SpreadsTheLargestMagnitude) {
  Bounded x(DType::kFloat32, Shape{1, 8, 16, 16});
  x.set(8 * 16 + 8, Real::Point(-3));
  const auto m = TransformedMagnitude(Arith(DType::kFloat32, Rules{}), x, 8, 1, kThree);
  EXPECT_EQ(m[3 * 16 + 13], 24);  // eight times the magnitude, five elements away on both axes
  EXPECT_EQ(m[2 * 16 + 8], 0);
  EXPECT_EQ(m[256 + 8 * 16 + 8], 0);  // another channel
}

}  // namespace
}  // namespace assay::ops::transformed_test
