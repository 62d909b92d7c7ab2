#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(Logarithms, OfSums) {
  EXPECT_THAT(Values(RunOp("ReduceLogSum", {}, {Floats({2}, {1, 3})})),
              ElementsAre(DoubleNear(std::log(4), 1e-12)));
  EXPECT_THAT(Values(RunOp("ReduceLogSumExp", {}, {Floats({2}, {0, 0})})),
              ElementsAre(DoubleNear(std::log(2), 1e-12)));
}

TEST(Logarithms, OfNothingIsMinusInfinity) {
  EXPECT_THAT(Values(RunOp("ReduceLogSum", {}, {Floats({0}, {})})), ElementsAre(-kInf));
  EXPECT_THAT(Values(RunOp("ReduceLogSumExp", {}, {Floats({0}, {})})), ElementsAre(-kInf));
}

TEST(Logarithms, OfNegativeSumsAreNan) {
  EXPECT_EQ((*RunOp("ReduceLogSum", {}, {Floats({1}, {-1})}))[0].tensor.real(0).nan, Nan::kMust);
}

TEST(Logarithms, LargeExponentsMayOverflowInTheLenientTierOnly) {
  const Known x = Floats({2}, {100, 100});
  EXPECT_TRUE((*RunOp("ReduceLogSumExp", {}, {x}))[0].tensor.real(0).contains(kInf));
  Rules strict;
  strict.tier = Tier::kStrict;
  const Real y = (*RunOp("ReduceLogSumExp", {}, {x}, {.rules = strict}))[0].tensor.real(0);
  EXPECT_FALSE(y.contains(kInf));
  EXPECT_NEAR(y.v, 100 + std::log(2), 1e-9);
  EXPECT_LT(y.width(), 1e-3);
}

TEST(Logarithms, TheAdversaryStaysInside) {
  Rng rng(9);
  for (const Tier tier : {Tier::kStrict, Tier::kLenient}) {
    Rules rules;
    rules.tier = tier;
    for (const DType type : {DType::kFloat32, DType::kFloat64, DType::kFloat16, DType::kBfloat16})
      for (const double deviation : {0.1, 3.0, 30.0})
        EXPECT_EQ(
            Escapes("ReduceLogSumExp", {},
                    {Normals(rng, type, {5, 12}, 0, deviation), Ints({1}, {1})}, {.rules = rules}),
            "")
            << DTypeName(type) << " " << deviation;
  }
}

// exp(-118) is below float32's numbers: as written, the result is -inf or log(2^-149).
TEST(Logarithms, ExponentialsThatVanishMayBeRoundedUp) {
  const auto y = RunOp("ReduceLogSumExp", {}, {Floats({1}, {-118})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(-kInf));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(std::log(0x1p-149)));
}

}  // namespace
}  // namespace assay::ops
