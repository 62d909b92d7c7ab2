// Writing NumPy's .npz files.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "tensor/tensor.h"

namespace assay {

// One array in NumPy's .npy format. Element types as ReadNpz reads them, texts aside; others are an
// Unsupported error.
Result<std::string> FormatNpy(const Tensor& tensor);

// Writes the arrays uncompressed, as numpy.savez does. The same arrays always give the same bytes.
// The error names the file, and the array when its type cannot be held.
Status WriteNpz(const std::string& path, const std::map<std::string, Tensor>& arrays);

}  // namespace assay
