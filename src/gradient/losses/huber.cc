// Huber's loss and smooth L1: a square near zero, a line beyond.
//
//   huber(e)     = e^2 / 2 where |e| < delta, delta * (|e| - delta / 2) otherwise
//   smooth-l1(e) = huber(e) / delta
//
// Written with c = clip(e, -delta, delta) as c^2 / 2 + c * (e - c), which equals either branch
// where it holds. The derivative c'(e) (e - c) + c is continuous: at the limits e - c is exactly
// zero, so that the choice of c' there does not matter.
#include "gradient/loss.h"

namespace assay::gradient {
namespace {

ValueId Terms(Tape& t, ValueId output, ValueId wanted, double delta) {
  const ValueId error = t.Sub(output, wanted);
  const ValueId near = t.Op("Clip", {error, t.Number(error, -delta), t.Number(error, delta)});
  return t.Add(t.Scale(t.Square(near), 0.5), t.Mul(near, t.Sub(error, near)));
}

}  // namespace

ValueId HuberLoss(Tape& t, ValueId output, ValueId wanted, const Loss& loss) {
  return MeanOf(t, Terms(t, output, wanted, loss.delta));
}

ValueId SmoothL1Loss(Tape& t, ValueId output, ValueId wanted, const Loss& loss) {
  return t.Div(MeanOf(t, Terms(t, output, wanted, loss.delta)), t.Number(output, loss.delta));
}

}  // namespace assay::gradient
