// BitCast: bit patterns both ways, widths, zeros and NaN.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Outputs> BitCastTo(DType to, const Known& x) {
  return RunOp("BitCast", {{"to", static_cast<int64_t>(to)}}, {x}, {.opset = 26});
}

TEST(BitCast, KeepsTheBits) {
  EXPECT_THAT(Values(BitCastTo(DType::kInt32, Floats({2}, {1, -2}))),
              ElementsAre(0x3f800000, -1073741824));
  EXPECT_THAT(Values(BitCastTo(DType::kFloat32, Numbers(DType::kInt32, {1}, {0x40490fdb}))),
              ElementsAre(double{3.14159274F}));
  EXPECT_THAT(Values(BitCastTo(DType::kUint8, Numbers(DType::kInt8, {1}, {-1}))), ElementsAre(255));
  EXPECT_THAT(Values(BitCastTo(DType::kUint8, Bools({2}, {0, 1}))), ElementsAre(0, 1));
  EXPECT_THAT(Values(BitCastTo(DType::kFloat8E8M0, Numbers(DType::kInt8, {1}, {-4}))),
              ElementsAre(0x1p125));  // bits 0xfc: 2^(252 - 127)
  EXPECT_EQ(ShapeOf(BitCastTo(DType::kInt32, Floats({}, {1}))), Shape{});
}

TEST(BitCast, TheSignOfZeroAndNanPayloadsAreNotKnown) {
  const Int zero = (*BitCastTo(DType::kInt32, Floats({1}, {0})))[0].tensor.integer(0);
  EXPECT_TRUE(zero.contains(0));
  EXPECT_TRUE(zero.contains(INT32_MIN));
  EXPECT_FALSE(Exact(BitCastTo(DType::kInt32, Floats({1}, {kNaN}))));
  EXPECT_FALSE(Exact(BitCastTo(DType::kInt32, Reals({1}, {Between(1, 2)}))));
}

TEST(BitCast, RefusesAnotherWidth) {
  EXPECT_THAT(MessageOf(BitCastTo(DType::kInt64, Floats({1}, {1}))),
              HasSubstr("float32 has 32 bits, int64 has 64"));
}

}  // namespace
}  // namespace assay::ops
