// Ways to ask a model for programs: approaches.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::optbug {

struct Approach {
  std::string_view name;
  bool structure, description, rules;  // which parts a prompt has
  std::string_view help;
  bool baseline() const { return name == "fuzzgpt-fs"; }
};

std::span<const Approach> AllApproaches();

// The error lists those there are.
Result<Approach> FindApproach(std::string_view name);
// By what is left out: "structure", "description", "rules"; "" is the full one.
Result<Approach> ApproachWithout(std::string_view part);

}  // namespace assay::optbug
