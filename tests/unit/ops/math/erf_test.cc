// Erf: known values, accuracy by tier, integers.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Erf, HasTheKnownValues) {
  const auto y = RunOp("Erf", {}, {Floats({3}, {0, 1, -0.5})});
  EXPECT_TRUE((*y)[0].tensor.real(1).contains(0.8427007929497149));
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(-0.5204998778130465));
  EXPECT_FALSE((*y)[0].tensor.real(1).contains(0.8428));
}

// A shipped kernel returns 0 for tiny operands; a careful one does not.
TEST(Erf, TinyOperandsMayGiveZeroInTheLenientTier) {
  EXPECT_TRUE((*RunOp("Erf", {}, {Floats({1}, {1e-10})}))[0].tensor.real(0).contains(0));
  RunOptions strict;
  strict.rules.tier = Tier::kStrict;
  EXPECT_FALSE((*RunOp("Erf", {}, {Floats({1}, {1e-10})}, strict))[0].tensor.real(0).contains(0));
}

TEST(Erf, OfIntegersIsBetweenMinusOneAndOne) {
  const auto y = RunOp("Erf", {}, {Ints({3}, {-3, 0, 2})}, {.opset = 9});
  EXPECT_TRUE((*y)[0].tensor.integer(0).contains(-1));
  EXPECT_TRUE((*y)[0].tensor.integer(1).point());
  EXPECT_FALSE((*y)[0].tensor.integer(2).contains(-1));
}

}  // namespace
}  // namespace assay::ops
