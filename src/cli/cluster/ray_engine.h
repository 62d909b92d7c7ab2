// `--engine ray`: agents placed by a Ray cluster (cluster/ray.h), watched until the campaign is
// over.
#pragma once

#include <string>

#include "cluster/job.h"

namespace assay::cli::cluster {

using assay::cluster::Job;

struct RayOptions {
  std::string address = "auto";  // HOST:PORT, or auto
  bool json = false, quiet = false;
};

// Waits until the campaign is over or a signal comes; returns the exit code of `assay fuzz`.
int RunOnRay(const Job& job, const RayOptions& options);

}  // namespace assay::cli::cluster
