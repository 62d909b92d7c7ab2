// Softmax, LogSoftmax (one axis, as from opset 13 on).
#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

int64_t AxisOf(Vjp& v) {
  const auto rank = static_cast<int64_t>(v.shape().size());
  const int64_t axis = v.AttrInt("axis", -1);
  return axis < 0 ? axis + rank : axis;
}

}  // namespace

// y (dy - sum(y dy))
void SoftmaxVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId sum = t.Reduce("ReduceSum", t.Mul(v.y(), v.dy()), {AxisOf(v)}, true);
  v.Give(0, t.Mul(v.y(), t.Sub(v.dy(), sum)));
}

// dy - exp(y) sum(dy)
void LogSoftmaxVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId sum = t.Reduce("ReduceSum", v.dy(), {AxisOf(v)}, true);
  v.Give(0, t.Sub(v.dy(), t.Mul(t.Exp(v.y()), sum)));
}

}  // namespace assay::gradient
