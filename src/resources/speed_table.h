// How long each operator of a model takes on each of several targets.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "resources/check.h"

namespace assay::resources {

struct OperatorTime {
  Interval ms;
  Interval ratio;  // to the quickest target, run by run: what slows the machine down hits both
};

struct OperatorTimes {
  std::string op, types;                             // "Relu", "float32[2,3]"
  double steps = 0;                                  // by work.def; 0: unknown
  std::vector<std::optional<OperatorTime>> targets;  // nothing: it cannot run it
  // The index of the slowest; nothing when none can run it.
  std::optional<size_t> Slowest() const;
};

// Targets take turns on each operator. Operators that are equal in name and types are timed once;
// the slowest anywhere come first. What asking a framework costs is in every figure, so those of
// small operators tell how dear a call is.
std::vector<OperatorTimes> TimeOperators(const ModelCase& whole,
                                         const std::vector<lab::Target>& targets, Desk& desk,
                                         const std::function<void(const std::string&)>& show);

// Sets the ratios from the times of each target in turns; those without times are left out.
void SetTimes(const std::vector<std::vector<double>>& turns, OperatorTimes& times);

}  // namespace assay::resources
