// mean(-p log s(y) - (1 - p) log(1 - s(y))) with s the sigmoid, in the form that cannot overflow:
//
//   mean(softplus(y) - p * y)
#include "gradient/loss.h"

namespace assay::gradient {

ValueId BinaryCrossEntropyLoss(Tape& t, ValueId output, ValueId wanted, const Loss&) {
  return MeanOf(t, t.Sub(t.Op("Softplus", {output}), t.Mul(wanted, output)));
}

}  // namespace assay::gradient
