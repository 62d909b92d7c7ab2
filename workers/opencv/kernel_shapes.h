// Writes out an attribute that OpenCV's importer cannot do without.
#pragma once

#include <string>
#include <string_view>

namespace assay::opencv {

// The ONNX file `model` with the attribute kernel_shape in every convolution that lacks it and
// whose weights are an initialiser of the graph. ONNX leaves it to the weights' shape; OpenCV 4.6
// refuses such models, so nothing at all of most of them would be tested.
std::string WithKernelShapes(std::string_view model);

}  // namespace assay::opencv
