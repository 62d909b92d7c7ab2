#include <array>

#include "trial/dialect.h"

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

}  // namespace assay::trial
