// Operands that the standard has one-dimensional: axes, sizes, repeats.
#pragma once

#include <string_view>
#include <vector>

#include "base/strings.h"
#include "ops/op.h"

namespace assay::ops {

inline Result<std::vector<int64_t>> ListOf(const EvalCall& call, size_t i, std::string_view name) {
  if (call.tensor(i).rank() != 1) return Invalid(StrCat(name, " must be a list"));
  return call.Ints(i);
}

}  // namespace assay::ops
