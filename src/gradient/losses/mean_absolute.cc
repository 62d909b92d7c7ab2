// mean(|y - t|); a kink where y = t.
#include "gradient/loss.h"

namespace assay::gradient {

ValueId MeanAbsoluteLoss(Tape& t, ValueId output, ValueId wanted, const Loss&) {
  return MeanOf(t, t.Op("Abs", {t.Sub(output, wanted)}));
}

}  // namespace assay::gradient
