#include "ops/linear/contraction.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops::contraction_test {
namespace {

constexpr int64_t kRows = 7, kTerms = 90, kCols = 11;

// Random intervals around random centres; `radius` 0 gives exact elements.
Bounded Random(Rng& rng, DType dtype, int64_t rows, int64_t cols, double radius) {
  Bounded out(dtype, Shape{rows, cols});
  for (int64_t i = 0; i < out.count(); ++i) {
    const double v = RoundTo(dtype, rng.Real(-2, 2)), r = radius * rng.Unit();
    out.set(i, Real{v, v - r, v + r, Nan::kNever});
  }
  return out;
}

Real PlainDot(const Arith& arith, const Bounded& a, const Bounded& b, int64_t i, int64_t j) {
  std::vector<Real> x, y;
  for (int64_t k = 0; k < a.shape()[1]; ++k) {
    x.push_back(a.real(i * a.shape()[1] + k));
    y.push_back(b.real(k * b.shape()[1] + j));
  }
  return arith.Dot(x, y);
}

// The fast interval holds the plain value, and is at least as wide but hardly wider.
void ExpectAgreement(DType dtype, Tier tier, double ra, double rb) {
  Rng rng(7);
  const Bounded a = Random(rng, dtype, kRows, kTerms, ra),
                b = Random(rng, dtype, kTerms, kCols, rb);
  const Arith arith(dtype, Rules{.tier = tier});
  const Contraction kernel(arith, a, b, {.terms = kTerms});
  std::vector<double> value(kRows * kCols);
  std::vector<float> error(value.size());
  kernel.Multiply(Contraction::MatrixOf(kernel.a(), 0, kTerms, 1),
                  Contraction::MatrixOf(kernel.b(), 0, kCols, 1), kRows, kTerms, kCols,
                  value.data(), kCols, error.data());
  for (int64_t i = 0; i < kRows; ++i)
    for (int64_t j = 0; j < kCols; ++j) {
      const auto at = static_cast<size_t>(i * kCols + j);
      const auto fast = kernel.Finish(value[at], error[at], Mark::kNone, nullptr);
      const Real plain = PlainDot(arith, a, b, i, j);
      ASSERT_TRUE(fast.has_value());
      EXPECT_TRUE(fast->contains(plain.v));
      EXPECT_NEAR(fast->width() / plain.width(), 1, 0.03)
          << DTypeName(dtype) << " " << ra << " " << rb;
    }
}

TEST(Contraction, AgreesWithPlainSums) {
  for (const DType dtype : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
    for (const Tier tier : {Tier::kStrict, Tier::kLenient})
      for (const double ra : {0.0, 1e-3})
        for (const double rb : {0.0, 1e-2}) ExpectAgreement(dtype, tier, ra, rb);
}

TEST(Contraction, HoldsEveryCornerOfTheOperands) {
  Rng rng(3);
  const Bounded a = Random(rng, DType::kFloat32, 1, kTerms, 1e-2),
                b = Random(rng, DType::kFloat32, kTerms, 1, 1e-2);
  const Arith arith(DType::kFloat32, Rules{});
  const Contraction kernel(arith, a, b, {.terms = kTerms});
  double value;
  float error;
  kernel.Multiply(Contraction::MatrixOf(kernel.a(), 0, kTerms, 1),
                  Contraction::MatrixOf(kernel.b(), 0, 1, 1), 1, kTerms, 1, &value, 1, &error);
  const Real y = *kernel.Finish(value, error, Mark::kNone, nullptr);
  for (int trial = 0; trial < 200; ++trial) {
    float sum = 0;
    for (int64_t k = 0; k < kTerms; ++k) {
      const Real x = a.real(k), w = b.real(k);
      sum += static_cast<float>(rng.Chance(0.5) ? x.lo : x.hi) *
             static_cast<float>(rng.Chance(0.5) ? w.lo : w.hi);
    }
    EXPECT_TRUE(y.contains(sum)) << sum;
  }
}

TEST(Contraction, SmallIntegersAreExact) {
  Bounded a(DType::kFloat32, Shape{1, 64}), b(DType::kFloat32, Shape{64, 1});
  for (int64_t i = 0; i < 64; ++i) {
    a.set(i, Real::Point(static_cast<double>(i % 5)));
    b.set(i, Real::Point(3));
  }
  const Arith arith(DType::kFloat32, Rules{});
  const Contraction kernel(arith, a, b, {.terms = 64});
  double value;
  float error;
  kernel.Multiply(Contraction::MatrixOf(kernel.a(), 0, 64, 1),
                  Contraction::MatrixOf(kernel.b(), 0, 1, 1), 1, 64, 1, &value, 1, &error);
  EXPECT_TRUE(kernel.Finish(value, error, Mark::kNone, nullptr)->point());
}

TEST(Contraction, LeavesLargeSumsToThePlainPath) {
  Bounded a(DType::kFloat16, Shape{1, 64}), b(DType::kFloat16, Shape{64, 1});
  for (int64_t i = 0; i < 64; ++i) {
    a.set(i, Real::Point(100.5));
    b.set(i, Real::Point(100.5));
  }
  const Arith arith(DType::kFloat16, Rules{});
  const Contraction kernel(arith, a, b, {.terms = 64});
  double value;
  float error;
  kernel.Multiply(Contraction::MatrixOf(kernel.a(), 0, 64, 1),
                  Contraction::MatrixOf(kernel.b(), 0, 1, 1), 1, 64, 1, &value, 1, &error);
  EXPECT_FALSE(kernel.Finish(value, error, Mark::kNone, nullptr).has_value());
}

TEST(Contraction, MarksWhatIsNotFinite) {
  Bounded a(DType::kFloat32, Shape{2, 2});
  a.set(1, Real::Point(kInf));
  a.set(2, Real::MustNan());
  a.set(3, Real{1, 0, kInf, Nan::kNever});
  const Arith arith(DType::kFloat32, Rules{});
  const Contraction kernel(arith, a, a, {.terms = 2});
  EXPECT_THAT(kernel.a().marks,
              testing::ElementsAre(Mark::kNone, Mark::kSpecial, Mark::kSpecial, Mark::kUnbounded));
  EXPECT_TRUE(kernel.Finish(5, 0, Mark::kUnbounded, nullptr)->undetermined());
  EXPECT_FALSE(kernel.Finish(5, 0, Mark::kSpecial, nullptr).has_value());
  EXPECT_EQ(kernel.a().v[1], 0);
}

}  // namespace
}  // namespace assay::ops::contraction_test
