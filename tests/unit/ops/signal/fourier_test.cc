#include "ops/signal/fourier.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Complex> Line(const std::vector<double>& re) {
  std::vector<Complex> out;
  for (const double x : re) out.push_back({Real::Point(x), Real::Point(0)});
  return out;
}

TEST(Fourier, FourPoints) {
  const auto y = Fourier(Arith(DType::kFloat32, Rules()), Line({1, 2, 3, 4}), 4, false);
  EXPECT_EQ(y[0].re.v, 10);
  EXPECT_EQ(y[1].re.v, -2);
  EXPECT_EQ(y[1].im.v, 2);
  EXPECT_EQ(y[2].re.v, -2);
  EXPECT_EQ(y[3].im.v, -2);
}

TEST(Fourier, InverseUndoesIt) {
  const Arith arith(DType::kFloat64, Rules());
  const auto back = Fourier(arith, Fourier(arith, Line({1, 5, -2}), 3, false), 3, true);
  EXPECT_TRUE(back[1].re.contains(5));
  EXPECT_TRUE(back[1].im.contains(0));
}

TEST(Fourier, InverseRealIgnoresTheImaginaryPartOfBinZero) {
  std::vector<Complex> half = {{Real::Point(4), Real::Point(9)},
                               {Real::Point(0), Real::Point(0)},
                               {Real::Point(0), Real::Point(0)}};
  for (const Real& x : InverseReal(Arith(DType::kFloat32, Rules()), half, 4)) EXPECT_EQ(x.v, 1);
}

TEST(Fourier, NaNSpreads) {
  auto line = Line({1, 2});
  line[0].re = Real::MustNan();
  EXPECT_TRUE(Fourier(Arith(DType::kFloat32, Rules()), line, 2, false)[1].re.undetermined());
}

}  // namespace
}  // namespace assay::ops
