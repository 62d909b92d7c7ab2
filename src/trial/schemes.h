// Shapes that tensors of one call may have together: the first for the first tensor, and so on, the
// last for all that remain.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "trial/dialect.h"

namespace assay::trial {

struct Scheme {
  std::string_view dtype;
  std::vector<Dims> dims;
};

// The commonest first.
std::span<const Scheme> AllSchemes();

}  // namespace assay::trial
