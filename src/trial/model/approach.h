// Ways to ask a model have names; each pipeline lists its own in approaches.def.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/strings.h"

namespace assay::trial {

// The error lists those there are.
template <typename Approach>
Result<Approach> ApproachNamed(std::span<const Approach> all, std::string_view name) {
  std::vector<std::string_view> known;
  for (const Approach& approach : all) {
    if (approach.name == name) return approach;
    known.push_back(approach.name);
  }
  return Invalid(StrCat("there is no approach '", name, "'; known: ", Join(known, ", ")));
}

}  // namespace assay::trial
