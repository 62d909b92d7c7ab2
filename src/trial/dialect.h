// How programs for one framework are written: imports, tensors, random numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace assay::trial {

using Dims = std::vector<int64_t>;

struct Dialect {
  std::string_view framework;    // as documentation calls it
  std::string_view environment;  // of the program lab
  std::string_view imports;      // statements
  // A statement after which random numbers are the same each time; "" where the caller passes keys.
  std::string_view seed;
  // Floats between -1 and 1 that differ from each other, as an expression; the same each time.
  // `dtype` as the framework calls it without its prefix: float32, int64, bool, complex64.
  std::string (*tensor)(const Dims& dims, std::string_view dtype);
  // A tensor that holds one value only, as an expression.
  std::string (*filled)(const Dims& dims, std::string_view dtype, std::string_view value);
  // An element type as an argument: torch.float32.
  std::string (*dtype)(std::string_view name);
  // A tensor of these numbers, row by row, as an expression; `flat` is a list in Python.
  std::string (*literal)(const Dims& dims, std::string_view dtype, std::string_view flat);
  // A statement after which types of 64 bits are what they say; "" where they always are.
  std::string_view wide;
};

// The seeding statement for a program with this text. Weights of Keras layers come from generators
// of its own, which tf.random.set_seed does not reach.
std::string SeedFor(const Dialect& dialect, std::string_view text);

// By the framework's name; null when programs cannot be written for it.
const Dialect* FindDialect(std::string_view framework);

// Shapes as Python text.
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
