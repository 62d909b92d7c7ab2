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

// The float32 kernel serves the narrower types as well, with its absolute error of a few 2^-24.
TEST(Erf, NarrowTypesHaveTheAbsoluteErrorOfTheFloat32Kernel) {
  const auto y = RunOp("Erf", {}, {Numbers(DType::kBfloat16, {1}, {1.0728836059570312e-05})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(1.1861324310302734e-05));
  EXPECT_FALSE((*y)[0].tensor.real(0).contains(1.0e-05));
}

TEST(Erf, OfIntegersIsBetweenMinusOneAndOne) {
  const auto y = RunOp("Erf", {}, {Ints({3}, {-3, 0, 2})}, {.opset = 9});
  EXPECT_TRUE((*y)[0].tensor.integer(0).contains(-1));
  EXPECT_TRUE((*y)[0].tensor.integer(1).point());
  EXPECT_FALSE((*y)[0].tensor.integer(2).contains(-1));
}

}  // namespace
}  // namespace assay::ops
