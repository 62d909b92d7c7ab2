// BlackmanWindow, HammingWindow, HannWindow: cosine windows of a given size.
//
//   w[n] = a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N)      N = size, or size - 1 when not
//   periodic
//
// Spec:  ONNX opset 17; Hamming uses a0 = 25/46. The defining function computes in float32 and
// casts at the end, so that
//        is the precision allowed here, whatever the output type.
// Traps: a symmetric window of size 1 divides zero by zero; integer outputs truncate values just
// below 1.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/signal/arguments.h"
#include "ops/signal/fourier.h"

namespace assay::ops {
namespace {

constexpr Open kSingle = {"a symmetric window of size 1: 0/0 by the formula, 1 in other libraries",
                          "ONNX BlackmanWindow, HammingWindow, HannWindow: no text on size 1"};

struct Coefficients {
  double a0, a1, a2;
};

Result<Types> InferWindow(const InferCall& call) {
  ASSAY_ASSIGN(const DType type, OutputType(call));
  Dim length = Dim::Unknown();
  if (const auto size = call.ConstantInts(0); size && size->size() == 1) {
    if ((*size)[0] < 0) return Invalid(StrCat("window size ", (*size)[0], " is negative"));
    length = Dim::Known((*size)[0]);
  }
  return OneType(TensorType(type, Dims{length}));
}

// cos(angle * n / N) in float32, step by step.
Real ExecuteCos(const Arith& arith, double turns, int64_t n, int64_t period) {
  const Real angle = arith.Constant(static_cast<double>(static_cast<float>(turns)));
  const Real i = Real::Point(static_cast<double>(n)),
             total = Real::Point(static_cast<double>(period));
  if (arith.adversary().Chance(0.5)) return arith.Cos(arith.Mul(i, arith.Div(angle, total)));
  return arith.Cos(arith.Div(arith.Mul(i, angle), total));
}

Real WindowAt(const Arith& arith, const Coefficients& c, int64_t n, int64_t period) {
  if (period == 0) return arith.adversarial() ? Real::Point(1) : Real::Anything(1);
  if (arith.adversarial()) {
    const Real first =
        arith.Mul(arith.Round(Real::Point(c.a1)), ExecuteCos(arith, 2 * kPi, n, period));
    const Real start = arith.Sub(arith.Round(Real::Point(c.a0)), first);
    if (c.a2 == 0) return start;
    return arith.Add(
        start, arith.Mul(arith.Round(Real::Point(c.a2)), ExecuteCos(arith, 4 * kPi, n, period)));
  }
  const double turn = 2 * kPi * static_cast<double>(n) / static_cast<double>(period);
  const double v = c.a0 - c.a1 * std::cos(turn) + c.a2 * std::cos(2 * turn);
  // The angle carries 6 u, cos 6 u, each coefficient and sum 1 u; cosine moves by at most the error
  // of its angle.
  const double units = c.a1 * (6 * turn + 8) + c.a2 * (12 * turn + 8) + 4;
  return arith.Inexact(Real::Point(v), units * arith.unit());
}

Int Truncated(const Real& x, DType type) {
  if (x.undetermined()) return {1, IntMin(type), IntMax(type)};
  const auto cut = [](double t) { return static_cast<int64_t>(std::trunc(t)); };
  return {cut(x.v), cut(x.lo), cut(x.hi)};
}

Result<Outputs> EvaluateWindow(const EvalCall& call, const Coefficients& c) {
  ASSAY_ASSIGN(const std::vector<int64_t> sizes, call.Ints(0));
  if (sizes.size() != 1) return Invalid(StrCat("size must be one number, has ", sizes.size()));
  if (sizes[0] < 0) return Invalid(StrCat("window size ", sizes[0], " is negative"));
  ASSAY_ASSIGN(const DType type, OutputType(call));
  ASSAY_ASSIGN(Bounded y, NewTensor(type, {sizes[0]}));
  const int64_t period = call.AttrInt("periodic", 1) != 0 ? sizes[0] : sizes[0] - 1;
  const Arith arith = call.arith(DType::kFloat32);
  for (int64_t n = 0; n < sizes[0]; ++n) {
    const Real w = WindowAt(arith, c, n, period);
    if (y.is_real())
      y.set(n, call.arith(type).Round(w));
    else
      y.set(n, Truncated(w, type));
  }
  return One(std::move(y));
}

Result<Outputs> EvaluateBlackman(const EvalCall& call) {
  return EvaluateWindow(call, {0.42, 0.5, 0.08});
}
Result<Outputs> EvaluateHamming(const EvalCall& call) {
  return EvaluateWindow(call, {25.0 / 46, 21.0 / 46, 0});
}
Result<Outputs> EvaluateHann(const EvalCall& call) { return EvaluateWindow(call, {0.5, 0.5, 0}); }

// The size is a constant of the proposal.
std::optional<Proposal> ProposeWindow(const ProposeCall& call) {
  Proposal out;
  out.constants = {ScalarInt64(call.rng.Int(2, 12))};
  if (call.rng.Chance(0.5)) out.attrs.Set("periodic", int64_t{0});
  if (call.rng.Chance(0.3)) out.attrs.Set("output_datatype", static_cast<int64_t>(DType::kFloat64));
  return out;
}

OpDef Window(std::string_view name, std::string_view meaning,
             Result<Outputs> (*evaluate)(const EvalCall&)) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kComposite,
          .data_inputs = {0, 0},
          .infer = InferWindow,
          .evaluate = evaluate,
          .propose = ProposeWindow,
          .open = {kSingle}};
}

}  // namespace

OpDef BlackmanWindowDef() {
  return Window("BlackmanWindow", "Blackman window of a given size", EvaluateBlackman);
}
OpDef HammingWindowDef() {
  return Window("HammingWindow", "Hamming window of a given size", EvaluateHamming);
}
OpDef HannWindowDef() { return Window("HannWindow", "Hann window of a given size", EvaluateHann); }

}  // namespace assay::ops
