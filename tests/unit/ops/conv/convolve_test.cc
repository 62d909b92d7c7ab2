#include "ops/conv/convolve.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops::convolve_test {
namespace {

Bounded Random(Rng& rng, const Shape& shape, double radius) {
  Bounded out(DType::kFloat32, shape);
  for (int64_t i = 0; i < out.count(); ++i) {
    const double v = RoundToFloat32(rng.Real(-2, 2)), r = radius * rng.Unit();
    out.set(i, Real{v, v - r, v + r, Nan::kNever});
  }
  return out;
}

// One output element as the definition says.
Real Direct(const Arith& arith, const Bounded& x, const Bounded& w, const Bounded* b, int64_t group,
            const WindowAxes& axes, int64_t m, const Shape& at) {
  std::vector<WindowTap> taps;
  TapsAt(axes, at, taps);
  std::vector<Real> p, q;
  const int64_t channels = w.shape()[1], first = m / (w.shape()[0] / group) * channels;
  for (int64_t c = 0; c < channels; ++c)
    for (const WindowTap& tap : taps) {
      p.push_back(tap.input < 0 ? Real::Point(0)
                                : x.real((first + c) * InputPositions(axes) + tap.input));
      q.push_back(w.real((m * channels + c) * KernelSize(axes) + tap.kernel));
    }
  const Real start = b == nullptr ? Real::Point(0) : b->real(m);
  return arith.Dot(p, q, b == nullptr ? nullptr : &start);
}

void ExpectDefinition(int64_t channels, int64_t outputs, int64_t group, const WindowAxes& axes,
                      double radius) {
  Rng rng(11);
  Shape xs{1, channels}, ws{outputs, channels / group};
  for (const WindowAxis& axis : axes) {
    xs.push_back(axis.in);
    ws.push_back(axis.kernel);
  }
  const Bounded x = Random(rng, xs, radius), w = Random(rng, ws, 0), b = Random(rng, {outputs}, 0);
  const Arith arith(DType::kFloat32, Rules{.tier = Tier::kStrict});
  const auto y = Convolve(arith, x, w, &b, group, axes);
  ASSERT_TRUE(y.ok());
  Shape out;
  for (const WindowAxis& axis : axes) out.push_back(axis.out);
  for (int64_t m = 0; m < outputs; ++m)
    for (Odometer it(out, Strides(out)); !it.done(); it.Next()) {
      const Real fast = y->real(m * ElementCount(out) + it.offset()),
                 plain = Direct(arith, x, w, &b, group, axes, m, it.index());
      EXPECT_NEAR(fast.v, plain.v, 1e-10);
      EXPECT_NEAR(fast.width() / plain.width(), 1, 0.03);
    }
}

const WindowAxis kSame{.in = 9, .kernel = 3, .begin = 1, .end = 1, .out = 9};
const WindowAxis kStrided{
    .in = 8, .kernel = 2, .stride = 3, .dilation = 2, .begin = 1, .end = 2, .out = 3};

TEST(Convolve, FastPathFollowsTheDefinition) {
  ExpectDefinition(4, 6, 1, {kSame, kSame}, 1e-3);
  ExpectDefinition(4, 40, 2, {kSame, kStrided}, 0);
  ExpectDefinition(6, 6, 6, {kSame, kSame}, 1e-4);
  ExpectDefinition(8, 40, 1, {{.in = 20, .kernel = 1, .out = 20}}, 1e-3);
  ExpectDefinition(3, 4, 1, {kSame, kSame, kStrided}, 0);
}

TEST(Convolve, InfinityStaysInItsWindows) {
  Rng rng(5);
  Bounded x = Random(rng, {1, 4, 9, 9}, 0);
  const Bounded w = Random(rng, {4, 4, 3, 3}, 0);
  x.set(0, Real::Point(kInf));
  const auto y = Convolve(Arith(DType::kFloat32, Rules{.tier = Tier::kStrict}), x, w, nullptr, 1,
                          {kSame, kSame});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE(std::isinf(y->real(0).v));
  EXPECT_TRUE(std::isfinite(y->real(3).hi));
}

}  // namespace
}  // namespace assay::ops::convolve_test
