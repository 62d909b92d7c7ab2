// Shapes as Python text.
#pragma once

#include "base/strings.h"
#include "trial/dialect.h"

namespace assay::trial {

inline int64_t Count(const Dims& dims) {
  int64_t out = 1;
  for (const int64_t d : dims) out *= d;
  return out;
}

// "(2, 3)", "(2,)", "()"
inline std::string Tuple(const Dims& dims) {
  return StrCat("(", Join(dims, ", "), dims.size() == 1 ? ",)" : ")");
}

// Numbers of numpy that differ from each other, as many as `dims` have, in one row.
std::string NumpyValues(const Dims& dims, std::string_view dtype);

inline bool IsFloat(std::string_view dtype) {
  return dtype.starts_with("float") || dtype.starts_with("bfloat");
}

}  // namespace assay::trial
