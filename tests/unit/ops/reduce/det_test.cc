#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Det, OfSmallMatrices) {
  EXPECT_THAT(Values(RunOp("Det", {}, {Floats({2, 2}, {0, 1, 2, 3})})),
              ElementsAre(DoubleNear(-2, 1e-12)));
  EXPECT_THAT(Values(RunOp("Det", {}, {Floats({3, 3}, {2, 0, 0, 0, 3, 0, 0, 0, 4})})),
              ElementsAre(DoubleNear(24, 1e-12)));
  EXPECT_EQ(ShapeOf(RunOp("Det", {}, {Floats({2, 1, 1}, {5, 6})})), Shape({2}));
  EXPECT_THAT(Values(RunOp("Det", {}, {Floats({2, 0, 0}, {})})), ElementsAre(1, 1));
}

TEST(Det, SingularMatricesHaveNoCertainSign) {
  const Real y = (*RunOp("Det", {}, {Floats({2, 2}, {0.1, 0.2, 0.3, 0.6})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(0));
  EXPECT_LT(y.width(), 1e-6);
}

TEST(Det, RefusesOtherShapes) {
  EXPECT_THAT(MessageOf(RunOp("Det", {}, {Floats({2, 3}, {1, 2, 3, 4, 5, 6})})),
              HasSubstr("square"));
  EXPECT_THAT(MessageOf(RunOp("Det", {}, {Floats({1}, {1})})), HasSubstr("matrices"));
}

TEST(Det, TheAdversaryStaysInside) {
  Rng rng(2);
  for (const DType type : {DType::kFloat32, DType::kFloat16})
    for (const int64_t n : {2, 3, 5})
      EXPECT_EQ(Escapes("Det", {}, {Normals(rng, type, {4, n, n})}), "") << n;
}

// 0.001 * 0.001 is no multiple of float16's smallest number, 2^-24.
TEST(Det, SmallProductsMayVanish) {
  const auto y = RunOp("Det", {}, {Numbers(DType::kFloat16, {2, 2}, {0.001, 0, 0, 0.001})});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(16 * 0x1p-24));
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(17 * 0x1p-24));
}

}  // namespace
}  // namespace assay::ops
