// Operators whose time is compared between targets.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "graph/model_case.h"

namespace assay::study {

struct TimedDef {
  std::string_view name;   // of the operator
  std::string_view model;  // in the text form, with one node
};

std::span<const TimedDef> AllTimed();  // timed.def

// With inputs from `seed`.
Result<ModelCase> TimedCase(const TimedDef& timed, uint64_t seed);

}  // namespace assay::study
