// What `assay check --speed --memory` adds: time per operator and target, and what wastes time or
// memory.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "resources/inspect.h"
#include "resources/liveness.h"
#include "resources/speed_table.h"
#include "store/store.h"

namespace assay::resources {

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
