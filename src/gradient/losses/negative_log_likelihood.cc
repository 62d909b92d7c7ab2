// -mean over samples of y[class], where y holds logarithms of probabilities; classes on axis 1.
#include "gradient/loss.h"

namespace assay::gradient {

ValueId NegativeLogLikelihoodLoss(Tape& t, ValueId output, ValueId wanted, const Loss&) {
  return PickedMean(t, output, wanted);
}

}  // namespace assay::gradient
