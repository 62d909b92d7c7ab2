#include "ops/image/sample_point.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

TEST(SamplePoint, BorderIndices) {
  EXPECT_EQ(BorderIndex(-1, 4, Border::kZeros), kOutside);
  EXPECT_EQ(BorderIndex(9, 4, Border::kClamp), 3);
  EXPECT_EQ(BorderIndex(-1, 4, Border::kReflectCorners), 1);
  EXPECT_EQ(BorderIndex(4, 4, Border::kReflectCorners), 2);
  EXPECT_EQ(BorderIndex(-1, 4, Border::kReflectEdges), 0);
  EXPECT_EQ(BorderIndex(4, 4, Border::kReflectEdges), 3);
  EXPECT_EQ(BorderIndex(-9, 4, Border::kReflectEdges), 0);  // one whole period further
  EXPECT_EQ(BorderIndex(77, 1, Border::kReflectCorners), 0);
}

TEST(SamplePoint, BilinearWithZerosAround) {
  Bounded x(DType::kFloat32, Shape{2, 2});
  for (int64_t i = 0; i < 4; ++i) x.set(i, Real::Point(static_cast<double>(i + 1)));
  const Arith arith(DType::kFloat32, Rules{});
  const std::vector<int64_t> sizes{2, 2}, strides{2, 1};
  const std::vector<Real> middle{Real::Point(0.5), Real::Point(0.5)},
      corner{Real::Point(-0.5), Real::Point(-0.5)}, far{Real::Point(-5), Real::Point(0)};
  EXPECT_NEAR(SamplePoint(arith, middle, sizes, strides, {}, Border::kZeros).Of(x, 0).v, 2.5,
              1e-12);
  EXPECT_NEAR(SamplePoint(arith, corner, sizes, strides, {}, Border::kZeros).Of(x, 0).v, 0.25,
              1e-12);
  EXPECT_NEAR(SamplePoint(arith, far, sizes, strides, {}, Border::kZeros).Of(x, 0).v, 0, 1e-12);
}

TEST(SamplePoint, WideCoordinatesGiveTheHull) {
  Bounded x(DType::kFloat32, Shape{1, 4});
  for (int64_t i = 0; i < 4; ++i) x.set(i, Real::Point(static_cast<double>(i)));
  const Arith arith(DType::kFloat32, Rules{});
  const std::vector<int64_t> sizes{1, 4}, strides{4, 1};
  const std::vector<Real> at{Real::Point(0), Between(0.5, 2.5)};
  const Real y = SamplePoint(arith, at, sizes, strides, {}, Border::kClamp).Of(x, 0);
  EXPECT_LE(y.lo, 0.5);
  EXPECT_GE(y.hi, 2.5);
  EXPECT_LE(y.hi, 3.001);
  // Element -1 is the mirror image of element 0 here, not a zero outside.
  x.set(0, Real::Point(-7));
  const std::vector<Real> mirrored{Real::Point(0), Between(-1.5, -0.9)};
  EXPECT_LE(SamplePoint(arith, mirrored, sizes, strides, {}, Border::kReflectEdges).Of(x, 0).lo,
            -7);
  const std::vector<Real> anywhere{Real::Point(0), Real::Anything()};
  EXPECT_TRUE(
      SamplePoint(arith, anywhere, sizes, strides, {}, Border::kClamp).Of(x, 0).undetermined());
}

}  // namespace
}  // namespace assay::ops
