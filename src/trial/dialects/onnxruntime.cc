#include "trial/dialect.h"

namespace assay::trial {
namespace onnxruntime {
namespace {

// numpy's bool is a constructor of Python's own in old versions.
std::string Type(std::string_view dtype) {
  return StrCat("np.", dtype == "bool" ? "bool_" : dtype);
}

std::string Tensor(const Dims& dims, std::string_view dtype) {
  return StrCat(NumpyValues(dims, dtype), ".reshape(", Tuple(dims), ").astype(", Type(dtype), ")");
}

std::string Filled(const Dims& dims, std::string_view dtype, std::string_view value) {
  const std::string number =
      value == "nan" || value == "inf" ? StrCat("np.", value) : std::string(value);
  return StrCat("np.full(", Tuple(dims), ", ", number, ", dtype=", Type(dtype), ")");
}

std::string Dtype(std::string_view name) { return Type(name); }

std::string Literal(const Dims& dims, std::string_view dtype, std::string_view flat) {
  return StrCat("np.array(", flat, ", dtype=", Type(dtype), ").reshape(", Tuple(dims), ")");
}

}  // namespace
}  // namespace onnxruntime

// What goes in and comes out are arrays of numpy.
Dialect OnnxRuntimeDialect() {
  return {"onnxruntime",
          "onnxruntime",
          "import numpy as np\nimport onnxruntime",
          "",
          onnxruntime::Tensor,
          onnxruntime::Filled,
          onnxruntime::Dtype,
          onnxruntime::Literal,
          ""};
}

}  // namespace assay::trial
