// -mean over samples of log softmax(y)[class]; classes on axis 1.
#include "gradient/loss.h"

namespace assay::gradient {

ValueId CrossEntropyLoss(Tape& t, ValueId output, ValueId wanted, const Loss&) {
  const int64_t axis = ClassAxis(t.shape(output));
  return PickedMean(t, t.Op("LogSoftmax", {output}, {{"axis", axis}}), wanted);
}

}  // namespace assay::gradient
