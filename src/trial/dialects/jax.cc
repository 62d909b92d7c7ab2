#include "trial/dialect.h"

namespace assay::trial {
namespace jax {
namespace {

// Made by numpy: jax would compile linspace and reshape anew for every shape, which takes longer
// than most calls under test.
std::string Tensor(const Dims& dims, std::string_view dtype) {
  return StrCat("jnp.asarray(", NumpyValues(dims, dtype), ".reshape(", Tuple(dims), "), dtype=jnp.",
                dtype == "bool" ? "bool_" : dtype, ")");
}

std::string Filled(const Dims& dims, std::string_view dtype, std::string_view value) {
  const std::string number =
      value == "nan" || value == "inf" ? StrCat("jnp.", value) : std::string(value);
  return StrCat("jnp.full(", Tuple(dims), ", ", number, ", dtype=jnp.", dtype, ")");
}

std::string Dtype(std::string_view name) { return StrCat("jnp.", name); }

std::string Literal(const Dims& dims, std::string_view dtype, std::string_view flat) {
  return StrCat("jnp.asarray(", flat, ", dtype=jnp.", dtype == "bool" ? "bool_" : dtype,
                ").reshape(", Tuple(dims), ")");
}

}  // namespace
}  // namespace jax

Dialect JaxDialect() {
  return {"jax",      "jax",        "import jax\nimport jax.numpy as jnp\nimport numpy as np",
          "",         jax::Tensor,  jax::Filled,
          jax::Dtype, jax::Literal, "jax.config.update(\"jax_enable_x64\", True)"};
}

}  // namespace assay::trial
