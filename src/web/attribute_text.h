// Attributes and weights in a line that fits beside a drawing.
#pragma once

#include <string>

#include "graph/attr.h"

namespace assay::web {

// "[2, 2]", "0.5", "float32[3] = [1, 2, 3]", "a graph of 4 nodes". Long lists are cut.
std::string AttributeText(const Attr& attribute);

// "float32[3] = [1, 2, 3]"; without the values when there are too many to be read.
std::string TensorText(const Tensor& tensor);

}  // namespace assay::web
