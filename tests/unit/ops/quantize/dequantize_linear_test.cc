#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(DequantizeLinear, TakesTheZeroPointOffAndScales) {
  const auto y = RunOp("DequantizeLinear", {},
                       {Numbers(DType::kUint8, {3}, {0, 3, 128}), Floats({}, {2}),
                        Numbers(DType::kUint8, {}, {128})});
  EXPECT_THAT(Values(y), ElementsAre(-256, -250, 0));
  Rules strict;
  strict.tier = Tier::kStrict;
  EXPECT_TRUE(Exact(RunOp("DequantizeLinear", {},
                          {Numbers(DType::kUint8, {3}, {0, 3, 128}), Floats({}, {2}),
                           Numbers(DType::kUint8, {}, {128})},
                          {.rules = strict})));
}

// 217 * s - 114 * s is half a unit in the last place further off than 103 * s.
TEST(DequantizeLinear, TheZeroPointMayBeMultipliedOnItsOwn) {
  const float scale = 0.019215686F;
  const auto y = RunOp("DequantizeLinear", {},
                       {Numbers(DType::kUint8, {1}, {217}), Floats({}, {double{scale}}),
                        Numbers(DType::kUint8, {}, {114})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(double{217 * scale - 114 * scale}));
  EXPECT_FALSE((*y)[0].tensor.real(0).contains((*y)[0].tensor.real(0).v + 1e-5));
}

// The error is as large as the operand may be, not as its middle.
TEST(DequantizeLinear, OfAnUncertainOperand) {
  const auto of = [](const Int& x) {
    return (*RunOp("DequantizeLinear", {},
                   {IntRanges({1}, {x}, DType::kUint8), Numbers(DType::kFloat16, {}, {0.0932}),
                    Numbers(DType::kUint8, {}, {1})}))[0]
        .tensor.real(0);
  };
  const Real either = of({0, 0, 1}), one = of(Int::Point(1));
  EXPECT_LE(either.lo, one.lo);
  EXPECT_GE(either.hi, one.hi);
}

TEST(DequantizeLinear, PerAxisAndBlocked) {
  const Known x = Numbers(DType::kInt4, {2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(Values(RunOp("DequantizeLinear", {{"axis", int64_t{0}}}, {x, Floats({2}, {1, 10})})),
              ElementsAre(1, 2, 30, 40));
  EXPECT_THAT(Values(RunOp("DequantizeLinear", {{"axis", int64_t{0}}, {"block_size", int64_t{2}}},
                           {x, Floats({1, 2}, {1, 10})})),
              ElementsAre(1, 20, 3, 40));
}

TEST(DequantizeLinear, TheResultTypeIsTheScalesOrTheNamedOne) {
  const Known x = Numbers(DType::kFloat8E5M2, {1}, {1.5});
  const auto half = RunOp("DequantizeLinear", {}, {x, Numbers(DType::kFloat16, {}, {0.5})});
  EXPECT_EQ((*half)[0].tensor.dtype(), DType::kFloat16);
  EXPECT_THAT(Values(half), ElementsAre(0.75));
  const auto full = RunOp("DequantizeLinear", {{"output_dtype", int64_t{1}}},
                          {x, Numbers(DType::kFloat8E8M0, {}, {4})});
  EXPECT_EQ((*full)[0].tensor.dtype(), DType::kFloat32);
  EXPECT_THAT(Values(full), ElementsAre(6));
  EXPECT_THAT(MessageOf(RunOp("DequantizeLinear", {}, {x, Numbers(DType::kFloat8E8M0, {}, {4})})),
              HasSubstr("float8e8m0"));
}

TEST(DequantizeLinear, ALargeInt32IsRounded) {
  const auto y =
      RunOp("DequantizeLinear", {}, {Numbers(DType::kInt32, {1}, {16777217}), Floats({}, {1})});
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(16777216));
}

TEST(DequantizeLinear, OfNothing) {
  EXPECT_EQ(ShapeOf(RunOp("DequantizeLinear", {},
                          {Numbers(DType::kInt8, {0, 2}, {}), Floats({2}, {1, 1})})),
            Shape({0, 2}));
}

TEST(DequantizeLinear, LeavesBlocksOfOneScaleOpen) {
  EXPECT_THAT(MessageOf(RunOp("DequantizeLinear", {{"block_size", int64_t{1}}},
                              {Numbers(DType::kInt8, {1}, {3}), Floats({}, {1})}, {.opset = 21})),
              HasSubstr("not described"));
}

}  // namespace
}  // namespace assay::ops
