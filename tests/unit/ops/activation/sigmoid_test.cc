// Sigmoid, Softplus, Softsign: values, saturation, tiers.
#include "tests/unit/ops/op_test.h"

namespace assay::ops::sigmoid_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Real First(const char* op, double x, DType type = DType::kFloat32, Tier tier = Tier::kLenient) {
  RunOptions options;
  options.rules.tier = tier;
  return (*RunOp(op, {}, {Numbers(type, {1}, {x})}, options))[0].tensor.real(0);
}

TEST(Sigmoid, HasTheKnownValues) {
  EXPECT_TRUE(First("Sigmoid", 0).contains(0.5));
  EXPECT_TRUE(First("Sigmoid", 1).contains(0.7310585786300049));
  EXPECT_FALSE(First("Sigmoid", 1).contains(0.7312));
  EXPECT_TRUE(First("Sigmoid", -1e10).contains(0));
  EXPECT_TRUE(First("Sigmoid", kInf).contains(1));
}

TEST(Sigmoid, FarBelowZeroOnlyTheLenientTierAdmitsZero) {
  EXPECT_TRUE(First("Sigmoid", -20).contains(0));
  EXPECT_FALSE(First("Sigmoid", -20, DType::kFloat32, Tier::kStrict).contains(0));
}

// e^-1.1435546875 rounds to 0.31860, 1 more to 1.31836 and the quotient to 0.75879 in float16; a
// step further down is within reach of another order of roundings, two are not.
TEST(Sigmoid, NarrowTypesMayBeRoundedAtEveryStep) {
  const double x = 1.1435546875;
  EXPECT_TRUE(First("Sigmoid", x, DType::kFloat16).contains(0.7578125));
  EXPECT_FALSE(First("Sigmoid", x, DType::kFloat16, Tier::kStrict).contains(0.7578125));
  EXPECT_FALSE(First("Sigmoid", x, DType::kFloat16).contains(0.7558));
}

TEST(Softplus, HasTheKnownValues) {
  EXPECT_TRUE(First("Softplus", 0).contains(0.6931471805599453));
  EXPECT_TRUE(First("Softplus", 100).contains(100));
  EXPECT_TRUE(First("Softplus", 21, DType::kFloat64).contains(21));
  EXPECT_FALSE(First("Softplus", 21, DType::kFloat64, Tier::kStrict).contains(21));
}

// 1 + 0.2133 rounds to 1.2129 or 1.2139, and the quotient once more.
TEST(Softsign, NarrowTypesMayBeRoundedAtEveryStep) {
  const double x = 0.2132568359375, y = x / (1 + x);
  EXPECT_TRUE(First("Softsign", x, DType::kFloat16).contains(y * (1 - 0x1p-10)));
  EXPECT_FALSE(First("Softsign", x, DType::kFloat16, Tier::kStrict).contains(y * (1 - 0x1p-10)));
  EXPECT_FALSE(First("Softsign", x, DType::kFloat16).contains(y * (1 - 0x1p-8)));
}

TEST(Softsign, HasTheKnownValues) {
  EXPECT_TRUE(First("Softsign", -1).contains(-0.5));
  EXPECT_TRUE(First("Softsign", 3).contains(0.75));
  EXPECT_TRUE(First("Softsign", kInf).contains(1));
  EXPECT_TRUE(First("Softsign", kInf).contains(kNaN));
}

}  // namespace
}  // namespace assay::ops::sigmoid_test
