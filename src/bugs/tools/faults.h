// The planted faults of `assay fuzz` as bugs: one worker, one version, many bugs that are known to
// the last detail (tests/faults). bugs/faults/faults.toml lists those that tools are compared on.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "bugs/database/bug.h"
#include "bugs/tools/session.h"

namespace assay::bugs {

inline constexpr const char* kFaultLibrary = "planted";

struct Fault {
  std::string name;  // of tests/faults/faults.def
  std::vector<std::string> operators;
  Manifestation shows = Manifestation::kWrongOutput;
};

// `path` "": the project's own list.
Result<std::vector<Fault>> LoadFaults(const std::string& path);
// The one of that name, or all of them. The error suggests a near one.
Result<std::vector<Fault>> ChooseFaults(const std::string& name);
Result<std::vector<Bug>> FaultsAsBugs(const std::vector<Fault>& faults);

// A tool with a command for planted faults (`planted` in its manifest) is run on the broken worker;
// what it finds there counts when it shows as the fault does and the unbroken worker is right.
Result<SessionResult> RunOnFaults(const Tool& tool, const std::vector<Fault>& faults,
                                  const SessionOptions& options);

}  // namespace assay::bugs
