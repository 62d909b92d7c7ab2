// Agents placed by a Ray cluster.
//
// Ray is Python, so workers/python/ray_driver.py does that part: one task for each machine, which
// starts `assay fuzz` there. Ray places the tasks and starts those again that died. What they have
// come to stands in the store; this process reads it there, shows it, and tells it at the end.
#pragma once

#include <string>

#include "cli/cluster/job.h"

namespace assay::cli::cluster {

struct RayOptions {
  std::string address = "auto";  // HOST:PORT, or auto
  bool json = false, quiet = false;
};

// Waits until the campaign is over or a signal comes; returns the exit code of `assay fuzz`.
int RunOnRay(const Job& job, const RayOptions& options);

}  // namespace assay::cli::cluster
