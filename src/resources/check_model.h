// What `assay check --speed --memory` adds: time per operator and target, and what wastes time or
// memory.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "resources/check.h"
#include "resources/inspect.h"
#include "resources/work.h"
#include "store/store.h"

namespace assay::resources {

// How long each operator of a model takes on each of several targets.
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

struct ResourceReport {
  std::vector<std::string> targets;
  std::vector<OperatorTimes> operators;       // with --speed
  MemoryNeed need;                            // with --memory
  std::vector<std::optional<Sample>> memory;  // per target; nothing: it cannot run it
  std::vector<Inspected> findings;
};

// How far the median may be off, as a share of it.
double NoiseOf(const Interval& ms);

// Measures one target after the other, as two at a time would disturb each other.
ResourceReport CheckResources(const oracle::Subject& subject,
                              const std::vector<lab::Target>& targets, bool speed, bool memory,
                              Desk& desk, const std::function<void(const std::string&)>& tell);

// Adds "operators" (with --speed), "memory" (with --memory) and "resources" to the object of a
// model.
void AddResources(const ResourceReport& report, nlohmann::json& out);

// What was found becomes findings of the store, as in a campaign. `recipe` says where it comes
// from.
Status KeepResources(const ResourceReport& report, const std::string& recipe, store::Store& store);

}  // namespace assay::resources
