#include "tests/unit/ops/stays.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(LpNormalization, DividesByTheNorm) {
  EXPECT_THAT(Values(RunOp("LpNormalization", {}, {Floats({2}, {3, -4})})),
              ElementsAre(DoubleNear(0.6, 1e-12), DoubleNear(-0.8, 1e-12)));
  EXPECT_THAT(Values(RunOp("LpNormalization", {{"p", int64_t{1}}, {"axis", int64_t{0}}},
                           {Floats({2, 1}, {1, -3})})),
              ElementsAre(0.25, -0.75));
}

TEST(LpNormalization, ZeroRowsStayZero) {
  EXPECT_TRUE(Exact(RunOp("LpNormalization", {}, {Floats({2}, {0, 0})})));
  EXPECT_TRUE((*RunOp("LpNormalization", {}, {Floats({2}, {0, 0})}, {.opset = 18}))[0]
                  .tensor.real(0)
                  .contains(kNaN));
}

TEST(LpNormalization, RefusesOtherNorms) {
  EXPECT_THAT(MessageOf(RunOp("LpNormalization", {{"p", int64_t{3}}}, {Floats({2}, {1, 2})})),
              HasSubstr("p must be 1 or 2, is 3"));
}

TEST(LpNormalization, TheAdversaryStaysInside) {
  Rng rng(4);
  for (const int64_t p : {1, 2})
    for (const DType type : {DType::kFloat32, DType::kFloat16, DType::kFloat64})
      EXPECT_EQ(Escapes("LpNormalization", {{"p", p}}, {Normals(rng, type, {6, 9})}), "");
}

}  // namespace
}  // namespace assay::ops
