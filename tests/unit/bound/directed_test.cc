// Directed rounding against exact integers: the results are the same on every machine, whatever its
// compiler fuses or keeps wide.
#include "bound/directed.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/rng.h"

namespace assay {
namespace {

// A double as significand * 2^exponent, the significand whole and below 2^53.
struct Exact {
  __int128 significand;
  int exponent;
};
Exact Split(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {static_cast<int64_t>(std::ldexp(fraction, 53)), exponent - 53};
}
Exact Product(const Exact& a, const Exact& b) {
  return {a.significand * b.significand, a.exponent + b.exponent};
}
// Numbers of the tests differ by so little in their exponents that this stays exact.
Exact Sum(const Exact& a, const Exact& b) {
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  if (a.exponent < b.exponent) return Sum(b, a);
  return {(a.significand << (a.exponent - b.exponent)) + b.significand, b.exponent};
}
int Compare(const Exact& a, const Exact& b) {
  const __int128 d = Sum(a, {-b.significand, b.exponent}).significand;
  return d < 0 ? -1 : d > 0;
}

// Whether [down, up] is the narrowest enclosure: one number where that is the exact one, otherwise
// two neighbours with the exact one between them. `compare` is the sign of (its argument - exact).
template <typename Compare>
testing::AssertionResult Narrowest(double down, double up, Compare compare) {
  if (compare(down) > 0) return testing::AssertionFailure() << down << " is above";
  if (compare(up) < 0) return testing::AssertionFailure() << up << " is below";
  if (down != up && up != NextUp(down)) return testing::AssertionFailure() << "no neighbours";
  if (down != up && (compare(down) == 0 || compare(up) == 0))
    return testing::AssertionFailure() << "exact, but not one number";
  return testing::AssertionSuccess();
}

// Full or short significands, either sign, magnitudes near 1.
double Draw(Rng& rng) {
  const auto bits = static_cast<int>(rng.Int(1, 53));
  const int64_t half = int64_t{1} << (bits - 1);
  const auto significand = static_cast<double>(rng.Int(half, 2 * half - 1));
  const double x = std::ldexp(significand, static_cast<int>(rng.Int(-10, 10)) - bits);
  return rng.Chance(0.5) ? x : -x;
}

TEST(Directed, EnclosesSumsProductsQuotientsAndRootsAsNarrowlyAsDoublesCan) {
  Rng rng(11);
  for (int i = 0; i < 20000; ++i) {
    const double a = Draw(rng), b = Draw(rng);
    const Exact ea = Split(a), eb = Split(b);
    const Exact sum = Sum(ea, eb), product = Product(ea, eb);
    ASSERT_TRUE(
        Narrowest(AddDown(a, b), AddUp(a, b), [&](double x) { return Compare(Split(x), sum); }))
        << a << " + " << b;
    ASSERT_TRUE(
        Narrowest(MulDown(a, b), MulUp(a, b), [&](double x) { return Compare(Split(x), product); }))
        << a << " * " << b;
    // x - a/b has the sign of (x*b - a) * b, and x - sqrt(c) that of x*x - c.
    ASSERT_TRUE(
        Narrowest(DivDown(a, b), DivUp(a, b),
                  [&](double x) { return Compare(Product(Split(x), eb), ea) * (b > 0 ? 1 : -1); }))
        << a << " / " << b;
    const double c = std::fabs(a);
    ASSERT_TRUE(Narrowest(SqrtDown(c), SqrtUp(c),
                          [&](double x) { return Compare(Product(Split(x), Split(x)), Split(c)); }))
        << "sqrt " << c;
  }
}

TEST(Directed, KeepsOverflowOnItsSide) {
  EXPECT_EQ(AddDown(kDoubleMax, kDoubleMax), kDoubleMax);
  EXPECT_EQ(AddUp(kDoubleMax, kDoubleMax), kInf);
  EXPECT_EQ(MulDown(-kDoubleMax, 2), -kInf);
  EXPECT_EQ(MulUp(-kDoubleMax, 2), -kDoubleMax);
  EXPECT_EQ(DivDown(kDoubleMax, 0.5), kDoubleMax);
  EXPECT_EQ(AddDown(kInf, -kInf), -kInf);
  EXPECT_EQ(AddUp(kInf, -kInf), kInf);
}

TEST(Directed, NeverFlushesTheSmallestNumbers) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(NextUp(0), tiny);
  EXPECT_EQ(NextDown(tiny), 0);
  EXPECT_EQ(AddDown(tiny, tiny), 2 * tiny);
  EXPECT_EQ(MulUp(tiny, 0.25), tiny);
  EXPECT_LE(MulDown(tiny, 0.25), 0);
}

}  // namespace
}  // namespace assay
