// Hands a job to an engine that goes on by itself: Slurm or Kubernetes.
#pragma once

#include <string>

#include "cluster/job.h"

namespace assay::cluster {

// `engine`: slurm (calls sbatch) or k8s (calls kubectl). Returns the engine's name of the job; the
// engine's own complaints go to stderr.
Result<std::string> Submit(const std::string& engine, const Job& job);

}  // namespace assay::cluster
