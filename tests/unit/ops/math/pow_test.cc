// Pow: special exponents, negative bases, mixed and integer types.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::pow_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const Real& x, const Real& y) {
  return (*RunOp("Pow", {}, {Reals({1}, {x}), Reals({1}, {y})}))[0].tensor.real(0);
}

TEST(Pow, SpecialExponentsAreTight) {
  const Real square = First(Real::Point(3), Real::Point(2));
  EXPECT_TRUE(square.contains(9));
  EXPECT_LT(square.width(), 9 * 0x1p-20);
  EXPECT_TRUE(First(Real::Point(2), Real::Point(3)).contains(8));
  EXPECT_TRUE(First(Real::Point(9), Real::Point(0.5)).contains(3));
  EXPECT_TRUE(First(Real::Point(4), Real::Point(-1)).contains(0.25));
}

TEST(Pow, NanAndOneFollowTheMathematicalLibrary) {
  EXPECT_TRUE(First(Real::MustNan(), Real::Point(0)).point());
  EXPECT_TRUE(First(Real::Point(1), Real::MustNan()).contains(1));
  EXPECT_EQ(First(Real::Point(-8), Real::Point(0.5)).nan, Nan::kMust);
  EXPECT_TRUE(First(Real::Point(-2), Real::Point(3)).contains(-8));
}

TEST(Pow, IntervalsFollowTheShapeOfThePower) {
  const Real even = First(Between(-2, 1), Real::Point(2));
  EXPECT_NEAR(even.lo, 0, 1e-30);
  EXPECT_NEAR(even.hi, 4, 1e-5);
  const Real odd = First(Between(-2, 1), Real::Point(3));
  EXPECT_NEAR(odd.lo, -8, 1e-4);
  const Real root = First(Between(-1, 4), Real::Point(0.5));
  EXPECT_EQ(root.nan, Nan::kMay);
  EXPECT_NEAR(root.hi, 2, 1e-5);
  const Real inverse = First(Between(-1, 1), Real::Point(-2));
  EXPECT_NEAR(inverse.lo, 1, 1e-5);
  EXPECT_EQ(inverse.hi, kInf);
  EXPECT_EQ(First(Between(-1, 1), Real::Point(-1)).lo, -kInf);
  const Real box = First(Between(2, 3), Between(1, 2));
  EXPECT_NEAR(box.lo, 2, 1e-5);
  EXPECT_NEAR(box.hi, 9, 1e-4);
}

TEST(Pow, IntegersBeyondFloat64AreBounded) {
  const auto large = RunOp("Pow", {}, {Ints({2}, {3, -3}), Ints({1}, {39})});
  for (int64_t i = 0; i < 2; ++i) {
    const Int power = (*large)[0].tensor.integer(i);
    EXPECT_TRUE(power.contains(i == 0 ? 4052555153018976267 : -4052555153018976267));
    EXPECT_TRUE(power.contains(i == 0 ? 4052555153018976256 : -4052555153018976256));
    EXPECT_LT(power.hi - power.lo, 10000);
  }
  Bounded between(DType::kInt64, {1});
  between.set(0, Int{1, -2, 3});
  const Int even = (*RunOp("Pow", {}, {between, Ints({1}, {2})}))[0].tensor.integer(0);
  EXPECT_EQ(even.lo, 0);
  EXPECT_EQ(even.hi, 9);
  const Int odd = (*RunOp("Pow", {}, {between, Ints({1}, {3})}))[0].tensor.integer(0);
  EXPECT_EQ(odd.lo, -8);
  EXPECT_EQ(odd.hi, 27);
}

TEST(Pow, TakesTheTypeOfTheBase) {
  const auto ints = RunOp("Pow", {}, {Ints({3}, {2, -3, 10}), Ints({3}, {10, 3, 0})});
  EXPECT_THAT(Values(ints), ElementsAre(1024, -27, 1));
  EXPECT_TRUE(Exact(ints));
  EXPECT_THAT(Values(RunOp("Pow", {}, {Numbers(DType::kInt32, {2}, {2, 3}), Floats({2}, {3, 2})})),
              ElementsAre(8, 9));
  EXPECT_TRUE(
      (*RunOp("Pow", {}, {Floats({1}, {1.5}), Ints({1}, {2})}))[0].tensor.real(0).contains(2.25));
  EXPECT_FALSE(Exact(
      RunOp("Pow", {},
            {Numbers(DType::kInt32, {1}, {10}), Numbers(DType::kInt32, {1}, {10})})));  // overflows
}

}  // namespace
}  // namespace assay::ops::pow_test
