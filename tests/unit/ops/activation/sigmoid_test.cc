// Sigmoid, Softplus, Softsign: values, saturation, tiers.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
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

TEST(Softplus, HasTheKnownValues) {
  EXPECT_TRUE(First("Softplus", 0).contains(0.6931471805599453));
  EXPECT_TRUE(First("Softplus", 100).contains(100));
  EXPECT_TRUE(First("Softplus", 21, DType::kFloat64).contains(21));
  EXPECT_FALSE(First("Softplus", 21, DType::kFloat64, Tier::kStrict).contains(21));
}

TEST(Softsign, HasTheKnownValues) {
  EXPECT_TRUE(First("Softsign", -1).contains(-0.5));
  EXPECT_TRUE(First("Softsign", 3).contains(0.75));
  EXPECT_TRUE(First("Softsign", kInf).contains(1));
  EXPECT_TRUE(First("Softsign", kInf).contains(kNaN));
}

}  // namespace
}  // namespace assay::ops
