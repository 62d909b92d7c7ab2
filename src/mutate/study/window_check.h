// What type inference does not look at in a pooling node.
#pragma once

#include "graph/graph.h"

namespace assay::mutate {

// Whether a pooling node on an input of this shape has only windows that mean the same to
// everybody: each sees at least one element (the maximum of nothing is not a number), and under
// ceil_mode no window begins behind the input, on which the ONNX library's own shape inference has
// changed its mind between releases. True for other operators.
bool WindowsAreSound(const Node& node, int opset, const Shape& input);

}  // namespace assay::mutate
