// Mod: signs, floats, jumps, division by zero, opset rules.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Attrs Fmod() { return {{"fmod", int64_t{1}}}; }

TEST(Mod, SignsFollowTheKindOfDivision) {
  const std::vector<Known> x = {Ints({6}, {-4, 7, 5, 4, -7, 8}), Ints({6}, {2, -3, 8, -2, 3, 5})};
  EXPECT_THAT(Values(RunOp("Mod", {}, x)), ElementsAre(0, -2, 5, 0, 2, 3));
  EXPECT_THAT(Values(RunOp("Mod", Fmod(), x)), ElementsAre(0, 1, 5, 0, -1, 3));
}

TEST(Mod, FloatsTruncate) {
  const auto y = RunOp("Mod", Fmod(), {Floats({3}, {-4.5, 7, 5.5}), Floats({3}, {2, -3, 8})});
  EXPECT_THAT(Values(y), ElementsAre(-0.5, 1, 5.5));
  EXPECT_TRUE(Exact(y));
}

TEST(Mod, FloatsWithFlooringNeedOpset28) {
  const std::vector<Known> x = {Floats({1}, {-4.5}), Floats({1}, {2})};
  EXPECT_THAT(MessageOf(RunOp("Mod", {}, x)), HasSubstr("fmod = 1"));
  EXPECT_THAT(Values(RunOp("Mod", {}, x, {.opset = 28})), ElementsAre(1.5));
  EXPECT_THAT(MessageOf(RunOp("Mod", {{"fmod", int64_t{2}}}, x)), HasSubstr("not 0 or 1"));
}

TEST(Mod, ByZeroIsOpenForIntegersAndNanForFloats) {
  EXPECT_TRUE(IsUndetermined(RunOp("Mod", {}, {Ints({2}, {3, 4}), Ints({2}, {0, 3})})));
  EXPECT_TRUE(IsUndetermined(
      RunOp("Mod", {}, {Numbers(DType::kInt8, {1}, {-128}), Numbers(DType::kInt8, {1}, {-1})})));
  EXPECT_EQ((*RunOp("Mod", Fmod(), {Floats({1}, {3}), Floats({1}, {0})}))[0].tensor.real(0).nan,
            Nan::kMust);
}

TEST(Mod, AnIntervalOverAMultipleHoldsBothSides) {
  const Real y =
      (*RunOp("Mod", Fmod(), {Reals({1}, {Between(3.9, 4.1)}), Floats({1}, {2})}))[0].tensor.real(
          0);
  EXPECT_TRUE(y.contains(1.95));
  EXPECT_TRUE(y.contains(0.05));
  const Real inside =
      (*RunOp("Mod", Fmod(), {Reals({1}, {Between(4.5, 4.6)}), Floats({1}, {2})}))[0].tensor.real(
          0);
  EXPECT_NEAR(inside.lo, 0.5, 1e-5);
  EXPECT_NEAR(inside.hi, 0.6, 1e-5);
}

}  // namespace
}  // namespace assay::ops
