#include "trial/dialects/dims.h"

namespace assay::trial {

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
