// The part of a reduced case that a failure comes from.
//
// A reduction keeps the failure as it was seen: a refusal needs the operator that refuses and all
// that leads to it. Where a part of that fails by itself, in whatever way, and the rest is right as
// soon as it is fed with the right values instead, the part is what is wrong. So is the body of a
// loop or branch that fails without it.
#pragma once

#include <optional>
#include <vector>

#include "reduce/extract.h"
#include "triage/probe.h"

namespace assay::reduce {

struct Part {
  ModelCase model_case;
  triage::Sighted sighted;
};

// Nothing when `reduced`, which shows `wanted`, has no such part.
std::optional<Part> FirstWrong(const ModelCase& reduced, const triage::Probe& probe,
                               const triage::Sighted& wanted);

// The same of one part: nothing when these nodes are right by themselves, or the rest shows
// `wanted` without them. `values`: AllValues(whole).
std::optional<Part> WrongByItself(const ModelCase& whole, const Values& values,
                                  const std::vector<bool>& part, const triage::Probe& probe,
                                  const triage::Sighted& wanted);

}  // namespace assay::reduce
