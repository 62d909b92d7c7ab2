#include "trial/dialect.h"

#include <array>

namespace assay::trial {

#define DIALECT(Name) Dialect Name##Dialect();
#include "trial/dialects.def"
#undef DIALECT

const Dialect* FindDialect(std::string_view framework) {
  static const std::array kAll = {
#define DIALECT(Name) Name##Dialect(),
#include "trial/dialects.def"
#undef DIALECT
  };
  for (const Dialect& dialect : kAll)
    if (dialect.framework == framework) return &dialect;
  return nullptr;
}

std::string SeedFor(const Dialect& dialect, std::string_view text) {
  const bool keras = dialect.framework == "tensorflow" &&
                     (text.starts_with("keras.") || text.find("tf.keras.") != std::string::npos);
  return keras ? "tf.keras.utils.set_random_seed(0)" : std::string(dialect.seed);
}

std::string NumpyValues(const Dims& dims, std::string_view dtype) {
  const int64_t count = Count(dims);
  if (dtype == "bool") return StrCat("(np.arange(", count, ") % 2 == 0)");
  if (dtype.starts_with("complex"))
    return StrCat("(np.linspace(-0.9, 0.8, ", count, ") + 1j * np.linspace(0.7, -0.6, ", count,
                  "))");
  return IsFloat(dtype) ? StrCat("np.linspace(-0.9, 0.8, ", count, ")")
                        : StrCat("np.arange(", count, ")");
}

}  // namespace assay::trial
