#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

Result<Outputs> Mel(double bands, double length, double rate, double low, double high) {
  return RunOp("MelWeightMatrix", {},
               {Ints({}, {bands}), Ints({}, {length}), Ints({}, {rate}), Floats({}, {low}),
                Floats({}, {high})});
}
TEST(MelWeightMatrix, OneBandRisesAndFalls) {
  // Edges at 0, 700 (10^(1/3 log10(1 + f/700)) - 1) ...: with f = 18200, 1 + f/700 = 27 and the
  // edges are 0, 1400, 5600 Hz.
  const auto y =
      Mel(1, 15, 22400, 0, 18200);  // bins of 1400 Hz: edges fall on 0, 1, 4 (or just below)
  EXPECT_EQ(ShapeOf(y), (Shape{8, 1}));
  EXPECT_TRUE((*y)[0].tensor.real(1).contains(1));
  EXPECT_TRUE((*y)[0].tensor.real(2).contains(2.0 / 3));
  EXPECT_TRUE((*y)[0].tensor.real(6).point());
}
TEST(MelWeightMatrix, RefusesAnEmptyRange) {
  EXPECT_THAT(MessageOf(Mel(4, 16, 8000, 200, 100)), HasSubstr("edges 200 to 100"));
}

}  // namespace
}  // namespace assay::ops
