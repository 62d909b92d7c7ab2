#include "trial/dialects/dims.h"

namespace assay::trial {
namespace jax {
namespace {

// Made by numpy: jax would compile linspace and reshape anew for every shape, which takes longer
// than most calls under test.
std::string Tensor(const Dims& dims, std::string_view dtype) {
  const int64_t count = Count(dims);
  std::string values = StrCat("np.linspace(-0.9, 0.8, ", count, ")");
  if (dtype == "bool")
    values = StrCat("(np.arange(", count, ") % 2 == 0)");
  else if (dtype.starts_with("complex"))
    values =
        StrCat("(np.linspace(-0.9, 0.8, ", count, ") + 1j * np.linspace(0.7, -0.6, ", count, "))");
  else if (!IsFloat(dtype))
    values = StrCat("np.arange(", count, ")");
  return StrCat("jnp.asarray(", values, ".reshape(", Tuple(dims), "), dtype=jnp.",
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
