// A call of a function of the model, written as the nodes of its body.
#pragma once

#include "gradient/tape.h"

namespace assay::gradient {

// The outputs of `call`, computed by `function`'s nodes on the tape. Refuses a body that speaks
// another opset than the model or that has graphs within its nodes.
std::vector<ValueId> InlineFunction(Tape& tape, const Function& function, const Node& call);

}  // namespace assay::gradient
