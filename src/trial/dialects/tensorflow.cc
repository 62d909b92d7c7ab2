#include "trial/dialect.h"

namespace assay::trial {
namespace tensorflow {
namespace {

std::string Tensor(const Dims& dims, std::string_view dtype) {
  const int64_t count = Count(dims);
  std::string flat = StrCat("tf.linspace(-0.9, 0.8, ", count, ")");
  if (dtype == "bool") {
    flat = StrCat("(tf.range(", count, ") % 2 == 0)");
  } else if (dtype.starts_with("complex")) {
    flat = StrCat("tf.complex(tf.linspace(-0.9, 0.8, ", count, "), tf.linspace(0.7, -0.6, ", count,
                  "))");
    if (dtype != "complex64") flat = StrCat("tf.cast(", flat, ", tf.", dtype, ")");
  } else if (!IsFloat(dtype)) {
    flat = StrCat("tf.range(", count, dtype == "int32" ? "" : StrCat(", dtype=tf.", dtype), ")");
  } else if (dtype != "float32") {
    flat = StrCat("tf.cast(", flat, ", tf.", dtype, ")");
  }
  return StrCat("tf.reshape(", flat, ", ", Tuple(dims), ")");
}

std::string Filled(const Dims& dims, std::string_view dtype, std::string_view value) {
  const std::string number =
      value == "nan" || value == "inf" ? StrCat("float('", value, "')") : std::string(value);
  return StrCat("tf.constant(", number, ", dtype=tf.", dtype, ", shape=", Tuple(dims), ")");
}

std::string Dtype(std::string_view name) { return StrCat("tf.", name); }

std::string Literal(const Dims& dims, std::string_view dtype, std::string_view flat) {
  return StrCat("tf.reshape(tf.constant(", flat, ", dtype=tf.", dtype, "), ", Tuple(dims), ")");
}

}  // namespace
}  // namespace tensorflow

Dialect TensorFlowDialect() {
  return {"tensorflow",
          "tensorflow",
          "import tensorflow as tf",
          "tf.random.set_seed(0)",
          tensorflow::Tensor,
          tensorflow::Filled,
          tensorflow::Dtype,
          tensorflow::Literal,
          ""};
}

}  // namespace assay::trial
