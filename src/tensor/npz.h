// NumPy's .npz files: named arrays in a zip archive.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tensor/tensor.h"

namespace assay {

// All arrays of the file by name (without ".npy"). Element types: bool, integers, float16, float32,
// float64, complex, fixed-width texts; little-endian or single bytes, C or Fortran order. Errors
// name the file, the array and the remedy.
Result<std::map<std::string, Tensor>> ReadNpz(const std::string& path);

// One array in NumPy's .npy format.
Result<Tensor> ParseNpy(std::string_view bytes);

}  // namespace assay
