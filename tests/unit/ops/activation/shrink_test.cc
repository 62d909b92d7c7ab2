// Shrink: the band, its edges, integers.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Shrink, CutsABandAndMovesTheRest) {
  const Attrs attrs = {{"lambd", 1.5F}, {"bias", 1.5F}};
  EXPECT_THAT(Values(RunOp("Shrink", attrs, {Floats({5}, {-2, -1, 0, 1, 2})})),
              ElementsAre(-0.5, 0, 0, 0, 0.5));
  EXPECT_THAT(Values(RunOp("Shrink", {}, {Floats({2}, {0.25, 1})})), ElementsAre(0, 1));
  EXPECT_THAT(Values(RunOp("Shrink", {{"lambd", 1.0F}, {"bias", 1.0F}}, {Ints({3}, {-3, 1, 4})})),
              ElementsAre(-2, 0, 3));
}

TEST(Shrink, AnIntervalOverAnEdgeHoldsBothPieces) {
  const Real y =
      (*RunOp("Shrink", {{"lambd", 1.0F}}, {Reals({1}, {Between(0.9, 1.1)})}))[0].tensor.real(0);
  EXPECT_TRUE(y.contains(0));
  EXPECT_TRUE(y.contains(1.1));
  const Real nan = (*RunOp("Shrink", {}, {Floats({1}, {kNaN})}))[0].tensor.real(0);
  EXPECT_TRUE(nan.contains(0));
  EXPECT_TRUE(nan.contains(kNaN));
}

}  // namespace
}  // namespace assay::ops
