// mean((y - t)^2)
#include "gradient/loss.h"

namespace assay::gradient {

ValueId MeanSquaredLoss(Tape& t, ValueId output, ValueId wanted, const Loss&) {
  return MeanOf(t, t.Square(t.Sub(output, wanted)));
}

}  // namespace assay::gradient
