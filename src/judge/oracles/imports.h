#pragma once

#include <algorithm>
#include <string>

#include "trial/call.h"

namespace assay::judge {

// Whether nothing but imports comes before the call.
inline bool OnlyImports(const trial::ApiCall& call) {
  return std::ranges::all_of(call.setup,
                             [](const std::string& one) { return one.starts_with("import "); });
}

}  // namespace assay::judge
